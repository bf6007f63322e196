/** Where the person is, kept in the address, so that a reload and a copied link lead to the same place. */

/**
 * `#thread/t-1?see=2.c1` → {view: "thread", id: "t-1", see: "2.c1"}; `#documents/bhp?page=2&fact=f-1`; `#tasks`; `#documents`; `#memory?find=bhp&from=20`; "" is a new thread.
 */
export function place() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [view = "", id = ""] = path.split("/").map(decoded);
  const known = ["thread", "tasks", "task", "documents", "memory", "settings"];
  return { ...Object.fromEntries(new URLSearchParams(query)), view: known.includes(view) ? view : "new", id };
}

/** What a broken link holds instead of letters stays as it is. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function address({ view = "new", id = "", ...rest }) {
  const path = view === "new" ? "" : view + (id ? `/${encodeURIComponent(id)}` : "");
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value));
  return `#${path}${query.size ? `?${query}` : ""}`;
}

export function goTo(target) {
  const next = address(target);
  if (next !== location.hash && !(next === "#" && location.hash === "")) location.hash = next;
}

/** Changes the present place in part: what is undefined or "" goes away. */
export function amend(changes) {
  goTo({ ...place(), ...changes });
}

export function onMove(listener) {
  addEventListener("hashchange", listener);
}
