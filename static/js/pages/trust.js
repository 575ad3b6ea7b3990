/** The page of a phone that does not trust this computer's certificate yet: as soon as it does, on to the same page by https. */

const way = document.querySelector("a[data-tried]");

async function goOn() {
  if (!(way instanceof HTMLAnchorElement) || document.hidden) return;
  // Any answer does: without trust there is none.
  const trusts = await fetch(way.dataset["tried"] ?? "", { mode: "no-cors", cache: "no-store" }).then(() => true, () => false);
  if (trusts) location.replace(new URL(location.pathname + location.search, way.href));
}

document.addEventListener("visibilitychange", () => void goOn());
void goOn();
