/**
 * Keeping the screen on while a hole is entered: between two players' cards a phone would go dark. Browsers let go of it
 * whenever the page is hidden, and allow it only to pages that came over https.
 */

/**
 * @returns {boolean} whether this browser can at all
 */
export function keepAwake() {
  if (!("wakeLock" in navigator)) return false;
  // A phone that is nearly empty refuses; that is its owner's wish.
  const ask = () => void (document.hidden || navigator.wakeLock.request("screen").catch(() => undefined));
  document.addEventListener("visibilitychange", ask);
  ask();
  return true;
}

/** A short tremble: one layout is finished. Not for those who asked their device to keep still. */
export function tremble() {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(30);
}
