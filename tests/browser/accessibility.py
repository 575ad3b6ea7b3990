"""Looking at pages with axe. Contrast takes it longest: each pairing of colours is looked at where it comes first."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

LOOK = """async (known) => {
    const seen = new Set(known);
    const [fresh, grounds] = [[], new Map([[null, ""]])];
    // What shines through under a text: the grounds of everything around it.
    const ground = (one) => {
        if (!grounds.has(one)) {
            const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(one);
            const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
            const aside = /absolute|fixed|sticky/.test(position) ? one.getAttribute("class") : "";  // over other things
            const around = ground(one.parentElement);
            grounds.set(one, own === "rgba(0, 0, 0, 0) none 1" && !aside ? around : `${around} / ${own} ${aside}`);
        }
        return grounds.get(one);
    };
    const hasText = (one) => one.matches("input, select, textarea")
        || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    for (const one of document.querySelectorAll("body, body *")) {
        if (!one.checkVisibility() || !hasText(one)) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
        const pairing = [color, fontSize, fontWeight, textShadow, ground(one)].join(" ");
        if (seen.has(pairing)) continue;
        seen.add(pairing);
        fresh.push(one);
    }
    const contrast = "color-contrast", resultTypes = ["violations"];
    const { violations } = await axe.run({ resultTypes, rules: { [contrast]: { enabled: false } } });
    if (fresh.length) {
        violations.push(...(await axe.run({ include: fresh }, { resultTypes, runOnly: [contrast] })).violations);
    }
    return { violations, pairings: [...seen] };
}"""


class Inspector:
    """Fails for anything that axe finds on a page."""

    def __init__(self) -> None:
        self._pairings: list[str] = []
        """Of a text's colour and size with what lies under it: those that were looked at."""

    def __call__(self, page: Page) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
            page.add_init_script(AXE_SCRIPT)  # what the page opens next has it, which takes a third of the time
        told: dict[str, Any] = page.evaluate(LOOK, self._pairings)
        found = AxeResults(told)
        assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"
        self._pairings = told["pairings"]
