/** How the page looks in this browser: theme and density, kept here and nowhere else. It runs before the page is drawn. */

const USUAL = { theme: "system", density: "comfortable" };

export function lookOf(name) {
  try {
    return localStorage.getItem(`dragoman-${name}`) ?? USUAL[name];
  } catch {
    return USUAL[name]; // a browser that keeps nothing
  }
}

export function keepLook(name, value) {
  try {
    localStorage.setItem(`dragoman-${name}`, value);
  } catch {
    // it lasts until the page is closed
  }
  document.documentElement.dataset[name] = value;
}

for (const name of Object.keys(USUAL)) document.documentElement.dataset[name] = lookOf(name);
addEventListener("storage", ({ key, newValue }) => {
  const name = key?.replace("dragoman-", "");
  if (name in USUAL) document.documentElement.dataset[name] = newValue ?? USUAL[name];
});
