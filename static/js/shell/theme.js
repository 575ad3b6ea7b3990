/**
 * Light or dark, as this phone was told on the start page (pages/theme-choice.js): with the style sheets, before
 * anything is drawn. Modules would come too late, so this is a plain script.
 *
 * Dark colors are written once, under the media query of the device; here that query is made to hold always or never.
 */
{
  const DARK = "(prefers-color-scheme: dark)";
  const root = document.documentElement;

  /** @param {CSSRuleList} rules @returns {MediaList[]} */
  const darkQueries = (rules) =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === DARK) return [rule.media];
      return rule instanceof CSSGroupingRule ? darkQueries(rule.cssRules) : [];
    });
  const queries = [...document.styleSheets].flatMap((sheet) => darkQueries(sheet.cssRules));
  const metas = [...document.querySelectorAll("meta[name=theme-color]")].map((meta) => ({
    meta,
    media: meta.getAttribute("media") ?? "",
  }));

  /** @returns {string} `light`, `dark`, or `system` */
  const chosen = () => {
    try {
      return localStorage.getItem("scorekeeper:theme") ?? "system";
    } catch {
      return "system"; // storage is switched off
    }
  };

  const apply = () => {
    const theme = chosen();
    root.dataset["theme"] = theme;
    root.style.colorScheme = theme === "system" ? "" : theme;
    const holds = { dark: "all", light: "not all" }[theme] ?? "";
    for (const query of queries) query.mediaText = holds || DARK;
    for (const { meta, media } of metas)
      meta.setAttribute("media", holds === "" ? media : media.includes(theme) ? "all" : "not all");
  };

  for (const [place, event] of /** @type {[EventTarget, string][]} */ ([
    [document, "DOMContentLoaded"],
    [window, "storage"],
    [window, "pageshow"],
  ]))
    place.addEventListener(event, apply);
  apply();
}
