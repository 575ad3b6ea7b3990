/**
 * Pasted cards with a row a line, in a box of one line: of the ends of lines, which the box cannot hold, strokes are made.
 * @param {HTMLInputElement} box
 */
export function keepRows(box) {
  box.addEventListener("paste", (event) => {
    const lines = event.clipboardData?.getData("text").split(/[\r\n]+/).map((line) => line.replace(/\s*[/;|]?\s*$/, "")) ?? [];
    const rows = lines.filter(Boolean);
    if (rows.length < 2) return;
    event.preventDefault();
    box.setRangeText(rows.join(" / "), box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
