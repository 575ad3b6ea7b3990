/**
 * What is wrong with the page that it is called in once it is printed, in words: what is there to be tapped, a table or a
 * word that goes on beside the paper or is cut off, ink that is too pale for paper whose ground is not printed.
 */
() => {
  const root = document.documentElement,
    width = root.clientWidth + 1;
  const faults = new Set();
  const isSeen = (part) =>
    part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !part.closest(".visually-hidden");
  const named = (part) => `${part.tagName}.${part.className} "${(part.textContent || "").trim().slice(0, 30)}"`;
  const parents = (part) => (part.parentElement ? [part.parentElement, ...parents(part.parentElement)] : []);

  if (root.scrollWidth > width) faults.add(`wider than the paper by ${root.scrollWidth - width}`);
  for (const part of document.querySelectorAll(
    "nav, button, form, select, .button, .skip-link, .notice[role=status]"
  )) {
    if (isSeen(part)) faults.add(`printed, though on paper it is of no use: ${named(part)}`);
  }

  for (const cell of document.querySelectorAll("th, td")) {
    if (!isSeen(cell)) continue;
    const { left, right } = cell.getBoundingClientRect();
    const windows = parents(cell)
      .filter((one) => getComputedStyle(one).overflowX !== "visible")
      .map((one) => one.getBoundingClientRect());
    if (left < -1 || right > width || windows.some((one) => left < one.left - 1 || right > one.right + 1))
      faults.add(`beside the paper: ${named(cell)}`);
    if (cell.scrollWidth - cell.clientWidth > 1) faults.add(`its words leave it: ${named(cell)}`);
  }

  // 4.5 to 1 on white.
  const channel = (value) => (value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode,
      part = text.parentElement;
    if (text.data.trim() === "" || !isSeen(part)) continue;
    const [red = 0, green = 0, blue = 0, alpha = 1] = getComputedStyle(part)
      .color.match(/[\d.]+/g)
      .map(Number);
    const light = 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    if (alpha < 1 || 1.05 / (light + 0.05) < 4.5) faults.add(`too pale: ${named(part)}`);
    range.selectNodeContents(text);
    if ([...range.getClientRects()].some((box) => box.left < -1 || box.right > width))
      faults.add(`goes on beside the paper: ${named(part)}`);
  }
  return [...faults];
};
