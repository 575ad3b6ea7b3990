/**
 * Whose turn it is at a device without a network. The pages of its pupils are kept there, and only the one whose turn it
 * is opens; any other asks for the code of its pupil, as the server does (templates/pupils/turn.html).
 *
 * @import {Sight} from "./offline-page.js"
 */

import { handTo, isAtHand } from "../offline/seats.js";
import { readCode } from "../rules/codes.js";
import { Untold } from "../store/class-drafts.js";
import { h } from "./build.js";
import { sayProblems } from "./class-form.js";
import { neighbours } from "./class-neighbours.js";
import { again } from "./offline-page.js";

/** The page of a pupil who does not have this device in hand. @type {Sight} */
export const TURN = {
  address: /^\/join\/([^/]+)\/(\d+)$/,
  async draw(shell, code = "", number = "") {
    const path = `/join/${code}/${number}`;
    const here = await neighbours(code);
    const whose = here.find((one) => one.path === path);
    if (whose === undefined || whose.ownCode === "") return false;
    const { name } = whose;
    const atHand = await Promise.all(here.map(({ path: one }) => isAtHand(one)));
    const holder = here.find((one, at) => one !== whose && atHand[at]);

    const box = h("input", {
      class: "input input--short", id: "code", name: "code", type: "text", aria: { describedby: "code-hint" },
      autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, enterkeyhint: "go",
    });
    const form = h("form", { class: "form", novalidate: true, onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const typed = readCode(box.value);
      // Whoever types the own code goes on, whose page this may be.
      const own = here.find(({ ownCode }) => ownCode !== "" && readCode(ownCode) === typed);
      if (own !== undefined) {
        new Untold(code).take(holder?.number ?? 0, own.number, typed);
        void handTo(own.path).then(() => (own === whose ? location.reload() : location.assign(own.path)));
        return;
      }
      const message = typed === "" ? `Type the code of ${name}.` : "This is not the code: look at it again.";
      sayProblems(form, [{ code: "", message, field: "code" }])?.focus();
    } },
    h("div", { class: "field" },
      h("label", { class: "field__label", for: "code" }, `Code of ${name}`),
      h("p", { class: "field__hint", id: "code-hint" }, "Five characters, such as 7K2QM. Forgotten? The teacher can look it up."),
      box),
    h("p", { class: "buttons" },
      h("button", { class: "button button--primary" }, `Go on as ${name}`),
      holder && h("a", { class: "button button--quiet", href: holder.path }, `Back to ${holder.name}`)));

    shell.called(name);
    shell.shows(h("section", { class: "sheet stack" },
      h("h1", null, `Are you ${name}?`),
      h("p", null, `There is no network, but the page of ${name} is kept on this device. Only your code opens your page.`),
      form,
      h("p", null, again(location))));
    return true;
  },
};
