// A tree of sentences: up and down walk it, right opens, left closes or goes to the parent, Home and End jump.
// Nothing is fetched; every text is set as text, never as markup.

function element(name, attributes, text) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function render({ model, el }) {
  const closed = new Set();
  const title = element("p", { class: "tcg-reasons-title" });
  const tree = element("ul", { role: "tree" });
  const detail = element("div", { class: "tcg-reasons-detail", "aria-live": "polite" });
  const sides = element("div", { class: "tcg-reasons" });
  sides.append(tree, detail);
  el.append(title, sides);

  const nodes = () => model.get("nodes");
  const parentOf = (at) => {
    for (let up = at - 1; up >= 0; up -= 1) if (nodes()[up].level < nodes()[at].level) return up;
    return -1;
  };
  const isShown = (at) => {
    for (let up = parentOf(at); up >= 0; up = parentOf(up)) if (closed.has(up)) return false;
    return true;
  };

  function choose(at, focus) {
    model.set("chosen", at);
    model.save_changes();
    draw(focus);
  }

  function toggle(at) {
    if (closed.has(at)) closed.delete(at);
    else closed.add(at);
  }

  function item(node, at) {
    const attributes = { role: "treeitem", "aria-level": node.level, "data-at": at };
    attributes.tabindex = at === model.get("chosen") ? "0" : "-1";
    attributes["aria-selected"] = String(at === model.get("chosen"));
    if (node.inner) attributes["aria-expanded"] = String(!closed.has(at));
    const made = element("li", attributes);
    made.style.paddingLeft = `${(node.level - 1) * 1.2}em`;
    const sign = node.inner ? (closed.has(at) ? "▸ " : "▾ ") : "· ";
    const mark = element("span", { "aria-hidden": "true" }, sign);
    mark.addEventListener("click", () => { if (node.inner) toggle(at); });
    made.append(mark, element("span", {}, node.sentence));
    made.addEventListener("click", () => choose(at, true));
    return made;
  }

  function draw(focus) {
    el.lang = model.get("language");
    title.textContent = model.get("title");
    tree.setAttribute("aria-label", model.get("title"));
    tree.replaceChildren(...nodes().map(item).filter((_, at) => isShown(at)));
    const node = nodes()[model.get("chosen")];
    detail.replaceChildren();
    if (node) {
      detail.append(element("p", {}, `${node.sentence} (${node.since})`));
      if (node.rule) detail.append(element("p", {}, `${node.rule}: ${node.says}`));
      for (const cited of node.citations) detail.append(element("p", { class: "cited" }, cited));
    }
    if (focus) tree.querySelector("[tabindex='0']")?.focus();
  }

  function step(at, by) {
    for (let next = at + by; next >= 0 && next < nodes().length; next += by) if (isShown(next)) return next;
    return at;
  }

  const keys = {
    ArrowDown: (at) => step(at, 1),
    ArrowUp: (at) => step(at, -1),
    ArrowRight: (at) => { closed.delete(at); return at; },
    ArrowLeft: (at) => {
      if (nodes()[at].inner && !closed.has(at)) { closed.add(at); return at; }
      return Math.max(parentOf(at), 0);
    },
    Home: () => 0,
    End: () => step(nodes().length, -1),
  };
  tree.addEventListener("keydown", (event) => {
    const move = keys[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab's own keys would move between cells
    choose(move(model.get("chosen")), true);
  });

  model.on("change:nodes", () => draw(false));
  model.on("change:chosen", () => draw(false));
  draw(false);
}

export default { render };
