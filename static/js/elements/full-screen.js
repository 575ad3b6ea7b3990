/** <full-screen>: a button that fills the screen with the page, so that its address is not on the wall. */

export class FullScreen extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    if (button === null || !document.fullscreenEnabled) return;
    button.hidden = false;
    button.onclick = () => {
      void (document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen()).catch(() => {});
    };
  }
}
