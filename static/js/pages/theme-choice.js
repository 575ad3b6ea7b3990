/** The choice between light and dark on the start page. What is chosen holds on every page: shell/theme.js. */

const KEY = "scorekeeper:theme";

function show() {
  for (const choice of document.querySelectorAll("input[name=theme]")) {
    if (choice instanceof HTMLInputElement) choice.checked = choice.value === document.documentElement.dataset["theme"];
  }
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== "theme") return;
  try {
    if (target.value === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, target.value);
  } catch {
    // Nothing is kept, so the next page would be otherwise.
  }
  dispatchEvent(new StorageEvent("storage", { key: KEY })); // as if another page had changed it
});
for (const event of ["storage", "pageshow"]) addEventListener(event, show);
show();
