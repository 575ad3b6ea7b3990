/**
 * A hint on an iPhone, once, after the first finished game: put the app on the home screen, because Safari forgets
 * sites that aren’t opened for a week. The page of the shell loads this module only where it may show.
 */

import { h } from "./app.js";

/** Where the phone remembers the page with the hint, or that it was dismissed. */
const KEY = "scorekeeper:home-screen";
const DISMISSED = "no";

/** Draw a line of the share sign. @param {string} path */
function sign(path) {
  const of = "http://www.w3.org/2000/svg";
  const [svg, line] = [document.createElementNS(of, "svg"), document.createElementNS(of, "path")];
  for (const [name, value] of [
    ["viewBox", "0 0 24 24"],
    ["class", "i"],
    ["role", "img"],
    ["aria-label", "Share"],
  ])
    svg.setAttribute(name ?? "", value ?? "");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** The hint, unless this phone has had it. */
export function hintAtHomeScreen() {
  const here = location.pathname;
  if ((localStorage.getItem(KEY) ?? here) !== here) return;
  localStorage.setItem(KEY, here);
  const close = h(
    "button",
    {
      type: "button",
      class: "button button--quiet",
      onclick: () => {
        localStorage.setItem(KEY, DISMISSED);
        hint.remove();
      },
    },
    "Not now"
  );
  const hint = h(
    "aside",
    { class: "sheet home-screen", aria: { label: "Home screen" } },
    h(
      "p",
      null,
      h("strong", null, "Keep your games on this iPhone"),
      h("br"),
      "Tap ",
      sign("M12 15V3.5M8 7.5 12 3.5l4 4M8.500 10H6v10.500h12V10h-2.500"),
      " then Add to Home Screen."
    ),
    close
  );
  document.querySelector("main")?.append(hint);
}
