// JupyterLab takes the arrow keys and letters for its cells, even while a list of ours has the focus.
// What is pressed in a list of this control stays in it; Escape and keys with Ctrl, Alt or Meta go on.

function render({ el }) {
  el.style.display = "none";
  const keep = (event) => {
    const isOurs = event.target instanceof HTMLSelectElement;
    if (isOurs && event.key !== "Escape" && !event.ctrlKey && !event.altKey && !event.metaKey) event.stopPropagation();
  };
  // The control is in the page only after its parts were made.
  const frame = requestAnimationFrame(function look() {
    const control = el.closest(".tcg-control");
    if (control) control.addEventListener("keydown", keep);
    else requestAnimationFrame(look);
  });
  return () => {
    cancelAnimationFrame(frame);
    el.closest(".tcg-control")?.removeEventListener("keydown", keep);
  };
}

export default { render };
