/**
 * Whose turn it is at a device without a network. The pages of its pupils are kept there, and only the one whose turn it
 * is opens; any other asks for the code of its pupil, as the server does (templates/pupils/turn.html).
 *
 * @import {Sight} from "./offline-page.js"
 */

import { handTo, isAtHand } from "../offline/keeping.js";
import { readCode } from "../rules/codes.js";
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
    const { name, ownCode } = whose;
    let holder;
    for (const one of here) if (one !== whose && (await isAtHand(one.path))) holder = one;

    const box = h("input", {
      class: "input input--short", id: "code", name: "code", type: "text", aria: { describedby: "code-hint" },
      autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, enterkeyhint: "go",
    });
    const form = h("form", { class: "form", novalidate: true, onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (readCode(box.value) === readCode(ownCode)) {
        void handTo(path).then(() => location.reload());
        return;
      }
      const message = readCode(box.value) === "" ? `Type the code of ${name}.` : `This is not the code of ${name}: look at it again.`;
      sayProblems(form, [{ code: "", message, field: "code" }])?.focus();
    } },
    h("div", { class: "field" },
      h("label", { class: "field__label", for: "code" }, `Code of ${name}`),
      h("p", { class: "field__hint", id: "code-hint" }, "Five characters, such as 7K2QM. Forgotten? The teacher can look it up."),
      box),
    h("p", { class: "buttons" }, h("button", { class: "button button--primary" }, `Go on as ${name}`)));

    const who = holder === undefined ? "Several pupils use this device by turns." : `${holder.name} has this device just now.`;
    shell.called(name);
    shell.shows(h("section", { class: "sheet stack" },
      h("h1", null, `Is it ${name} who is here?`),
      h("p", null, "There is no network, and the page is kept on this device. ", who,
        ` Nobody sees what another one answered, so the page of ${name} opens with the code of ${name} only.`),
      form,
      h("p", null, again(location)),
      holder && h("p", null, h("a", { class: "button button--quiet", href: holder.path }, `Back to ${holder.name}`))));
    return true;
  },
};
