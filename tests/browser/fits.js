/**
 * What does not fit on the page that it is called in, in words: what is tapped and lies on something else that is tapped, what
 * is cut off or lies where no scrolling leads, a title against the edge of its bar, a short word that is broken, a bar that
 * sticks and leaves no room to read.
 */
() => {
  const root = document.documentElement;
  const TAPPED = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const WORDS =
    "h1, h2, h3, th, td, dt, dd, p, li, legend, label, button, summary, select, main, section, form, div, span";
  /** What may end in dots: a name longer than any place for it; and what scrolls by itself. */
  const SHORTENED = ".player-tab__name, .app-header__note, .card-table thead th, waiting-note p, input";
  /** How high a line is that is measured, in heights of its letters: that of most fonts. */
  const LINE = 1.16;
  const faults = new Set();

  const isSeen = (part) =>
    part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !part.closest(".visually-hidden, .skip-link");
  const named = (part) =>
    `${part.tagName}.${part.className} "${(part.ariaLabel || part.innerText || part.name || "").slice(0, 40)}"`;
  const styleOf = (part) => getComputedStyle(part);
  const parents = (part) => (part.parentElement ? [part.parentElement, ...parents(part.parentElement)] : []);
  const overlap = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  /**
   * The texts in a part of the page, each with the parts of lines that it takes.
   * @returns {Generator<[Text, DOMRect[]]>}
   */
  function* textsIn(part) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT),
      range = document.createRange();
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      if (isSeen(walker.currentNode.parentElement)) yield [walker.currentNode, [...range.getClientRects()]];
    }
  }
  const isThere = ({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1;

  scrollTo(0, 0);
  const sideways = root.scrollWidth - root.clientWidth;
  if (sideways > 0) faults.add(`the page scrolls sideways by ${sideways}`);

  // What a list or a table hides until it is scrolled lies on nothing.
  const scrolls = ![root, document.body].some((one) => styleOf(one).overflowY === "hidden");
  const [right, bottom] = [root.clientWidth + 1, (scrolls ? root.scrollHeight : innerHeight) + 1];
  const tapped = [...document.querySelectorAll(TAPPED)].filter(isSeen).map((part) => part.closest("label") ?? part);
  const parts = [...new Set(tapped)].map((part) => {
    const around = parents(part);
    const windows = around
      .slice(0, -2)
      .filter((one) => styleOf(one).overflowX !== "visible")
      .map((one) => one.getBoundingClientRect());
    const bar = [part, ...around].find((one) => /sticky|fixed/.test(styleOf(one).position));
    return { part, bar, boxes: [...part.getClientRects()].map((box) => windows.reduce(overlap, box)).filter(isThere) };
  });
  parts.forEach(({ part, bar, boxes }, place) => {
    if (boxes.some((box) => box.left < -1 || box.top < -1 || box.right > right || box.bottom > bottom))
      faults.add(`out of reach: ${named(part)}`);
    for (const other of parts.slice(place + 1)) {
      if (bar !== other.bar || part.contains(other.part) || other.part.contains(part)) continue;
      if (boxes.some((a) => other.boxes.some((b) => isThere(overlap(a, b)))))
        faults.add(`${named(part)} lies on ${named(other.part)}`);
    }
    if (bar && bar.offsetHeight * bar.offsetWidth > innerHeight * innerWidth * 0.5)
      faults.add(`sticks and takes most of the window: ${named(bar)}`);
  });

  for (const title of document.querySelectorAll(".app-header__title")) {
    const bar = title.closest(".app-header").getBoundingClientRect();
    for (const [text, lines] of textsIn(title)) {
      const half = (parseFloat(styleOf(text.parentElement).fontSize) * LINE) / 2; // a font may call its lines higher
      const isOut = lines
        .map(({ top, bottom }) => (top + bottom) / 2)
        .some((y) => y - half < bar.top + 2 || y + half > bar.bottom - 2);
      if (isOut) faults.add(`against the edge of its bar: ${named(title)}`);
    }
  }

  for (const part of document.querySelectorAll(`${WORDS}, ${TAPPED}`)) {
    const { overflowX, overflowY } = styleOf(part);
    const isHead = part.matches("h1, h2, h3, th, legend, button, .app-header__title, .app-header__note");
    const wide =
      part.scrollWidth - part.clientWidth > 1 && (/hidden|clip/.test(overflowX) || (isHead && overflowX === "visible"));
    const high = part.scrollHeight - part.clientHeight > 1 && /hidden|clip/.test(overflowY);
    if ((wide || high) && styleOf(part).display !== "inline" && isSeen(part) && !part.matches(SHORTENED))
      faults.add(`cut off: ${named(part)}`);
  }

  // A word is short if it takes no more than three fifths of the window; an address may break anywhere.
  const range = document.createRange();
  const pen = document.createElement("canvas").getContext("2d");
  for (const [text, lines] of textsIn(document.body)) {
    const { fontWeight, fontSize, fontFamily, overflowY } = styleOf(text.parentElement);
    if (overflowY === "hidden" && lines.length > 0) {
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const { fontBoundingBoxDescent: below, actualBoundingBoxDescent: ink } = pen.measureText("gjpqy");
      const last = lines.at(-1).bottom - below + ink;
      if (last > text.parentElement.getBoundingClientRect().bottom + 0.5)
        faults.add(`its letters are cut off below: ${named(text.parentElement)}`);
    }
    if (lines.length < 2) continue;
    for (const { 0: word, index } of text.data.matchAll(/(?<!\S)(?!\S*[:./]\w|\S*[-–—]\S)\S{2,}/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const pieces = [...range.getClientRects()];
      const isBroken = new Set(pieces.map(({ top }) => Math.round(top))).size > 1;
      if (isBroken && pieces.reduce((sum, { width }) => sum + width, 0) < innerWidth * 0.6)
        faults.add(`broken word "${word}" in ${named(text.parentElement)}`);
    }
  }
  return [...faults];
};
