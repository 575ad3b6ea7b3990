/** <full-screen>: a button that fills the screen with the page, so that its address is not on the wall. */

export class FullScreen extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    if (button === null || !document.fullscreenEnabled) return;
    button.hidden = false;
    button.onclick = () => void turn().catch(() => {});
    document.addEventListener("fullscreenchange", this.#name);
    this.#name();
  }

  disconnectedCallback() {
    document.removeEventListener("fullscreenchange", this.#name);
  }

  #name = () => {
    const button = this.querySelector("button");
    if (button !== null) button.textContent = document.fullscreenElement === null ? "Fill the screen" : "Leave full screen";
  };
}

/** Fill the screen, with the top of the page, or leave it. */
async function turn() {
  if (document.fullscreenElement !== null) {
    await document.exitFullscreen();
    return;
  }
  await document.documentElement.requestFullscreen();
  scrollTo({ top: 0, behavior: "instant" });
}
