// Puts YASGUI in the place of the plain editor, where somebody has brought it (`make yasgui`). Without it, or
// without scripts, the plain editor stays.
"use strict";
{
  const place = document.getElementById("yasgui");
  const plain = document.getElementById("plain");
  if (place && plain && typeof Yasgui === "function") {
    const prefixes = JSON.parse(place.dataset.prefixes);
    const named = Object.entries(prefixes);
    // The completers that ask other hosts are left out; the one for prefixes is told ours.
    const completers = Yasgui.Yasqe.Autocompleters;
    completers.prefixes.get = () => Promise.resolve(named.map(([name, iri]) => `${name}: <${iri}>`));
    completers.prefixes.persistenceId = null;
    Yasgui.Yasqe.defaults.autocompleters = ["variables", "prefixes"];
    const editor = new Yasgui(place, {
      requestConfig: { endpoint: new URL("/sparql", location.href).href, method: "POST" },
      endpointCatalogueOptions: { getData: () => [], keys: [] },
      copyEndpointOnNewTab: true,
      populateFromUrl: false,
      persistenceId: null,
      yasqe: { persistenceId: null, createShareableLink: null },
      yasr: { persistenceId: null, prefixes },
    });
    const tab = editor.getTab() || editor.addTab(true);
    const query = plain.querySelector("textarea").value.trim() + "\n";
    const used = named.filter(([name]) => new RegExp(`(^|[^\\w?$:])${name}:`).test(query));
    tab.setQuery(query);
    plain.hidden = true;
    place.hidden = false;
    tab.getYasqe().addPrefixes(Object.fromEntries(used));
    tab.getYasqe().refresh();
  }
}
