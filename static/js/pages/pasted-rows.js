/** A suit in a line of its own is that of the card above it, as cards are copied from a page. */
const SUITS_BELOW = /[\r\n]+([♠♥♦♣]\p{M}*)[^\S\r\n]*(?=[\r\n]|$)/gu;

/**
 * Pasted cards with a row a line, in a box of one line: of the ends of lines, which the box cannot hold, strokes are made.
 * @param {HTMLInputElement} box
 */
export function keepRows(box) {
  box.addEventListener("paste", (event) => {
    const pasted = (event.clipboardData?.getData("text") ?? "").replace(SUITS_BELOW, "$1");
    const rows = pasted.split(/[\r\n]+/).map((line) => line.replace(/\s*[/;|]?\s*$/, "")).filter(Boolean);
    if (rows.length < 2) return;
    event.preventDefault();
    box.setRangeText(rows.join(" / "), box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
