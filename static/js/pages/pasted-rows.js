/** A suit on a line of its own belongs to the card above it, as in cards copied from a page. */
const SUITS_BELOW = /[\r\n]+([♠♥♦♣]\p{M}*)[^\S\r\n]*(?=[\r\n]|$)/gu;

/**
 * Turn the line ends of pasted rows into slashes, because the box holds one line.
 * @param {HTMLInputElement} box
 */
export function keepRows(box) {
  box.addEventListener("paste", (event) => {
    const pasted = (event.clipboardData?.getData("text") ?? "").replace(SUITS_BELOW, "$1");
    const rows = pasted
      .split(/[\r\n]+/)
      .map((line) => line.replace(/\s*[/;|]?\s*$/, ""))
      .filter(Boolean);
    if (rows.length < 2) return;
    event.preventDefault();
    box.setRangeText(rows.join(" / "), box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
