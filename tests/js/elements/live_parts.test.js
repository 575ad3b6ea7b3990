import assert from "node:assert/strict";
import { test } from "node:test";

import "./no_page.js";
import { busy, plan } from "../../../static/js/pages/live-page.js";

const nobody = () => false;
/** @param {string} parts  such as "head:1 grid:7" */
const page = (parts) =>
  parts
    .split(" ")
    .filter(Boolean)
    .map((part) => {
      const [name, version] = part.split(":");
      return { name, version };
    });

for (const [what, shown, drawn, put, gone] of /** @type {[string, string, string, string, string][]} */ ([
  ["nothing is touched where nothing is new", "head:1 grid:7", "head:1 grid:7", "", ""],
  ["a part of another version is put in", "head:1 grid:7", "head:1 grid:8", "grid", ""],
  ["a version may be any text, and go back", "head:live-1", "head:live-0", "head", ""],
  ["a part that comes in is put in", "head:1", "head:1 question:0", "question", ""],
  ["a part that goes is taken out", "head:1 question:0", "head:1", "", "question"],
  ["the lobby becomes a board", "lobby:1", "head:2 grid:2", "head grid", "lobby"],
  ["parts are put in in the order of the page", "", "c:1 a:1 b:1", "c a b", ""],
])) {
  test(what, () => {
    assert.deepEqual(plan(page(shown), page(drawn), nobody), {
      put: put.split(" ").filter(Boolean),
      gone: gone.split(" ").filter(Boolean),
      late: [],
    });
  });
}

test("a part in which someone types waits, the others do not", () => {
  const { put, gone, late } = plan(page("a:1 b:1 c:1"), page("a:2 b:2"), (name) => name === "a");
  assert.deepEqual({ put, gone, late }, { put: ["b"], gone: ["c"], late: ["a"] });
});

/** A part of a page with these fields: "number", "radio:3", "submit". @param {string[]} fields */
function partWith(...fields) {
  const made = fields.map((field) => {
    const [type, value = ""] = field.split(":");
    return {
      tagName: type === "lines" ? "TEXTAREA" : "INPUT",
      type,
      value,
      id: "",
      name: type,
      form: { getAttribute: () => "/here" },
    };
  });
  return /** @type {any} */ ({
    fields: made,
    querySelectorAll: () => made,
    contains: (/** @type {any} */ one) => made.includes(one),
  });
}

for (const [what, shown, drawn, focused, expected] of /** @type {[string, string[], string[], number, boolean][]} */ ([
  ["in a box that is there again", ["text"], ["text"], 0, true],
  ["in a text of several lines", ["lines"], ["lines"], 0, true],
  ["in a box that is gone: it cannot be sent any more", ["text"], [], 0, false],
  ["on a button", ["text", "submit"], ["text", "submit"], 1, false],
  ["on a choice, which is carried over", ["radio:1", "radio:2"], ["radio:1", "radio:2"], 1, false],
])) {
  test(`someone is ${what}`, () => {
    const part = partWith(...shown);
    assert.equal(busy(part, partWith(...drawn), part.fields[focused]), expected);
  });
}

test("the focus in another part, or nowhere, keeps nobody waiting", () => {
  const part = partWith("text");
  assert.equal(busy(part, partWith("text"), partWith("text").fields[0]), false);
  assert.equal(busy(part, partWith("text"), null), false);
});
