// node --expose-internals same_program.cjs FOLDER FOLDER: every module of the first folder is, in the second, made of the
// same tokens in the same structure. Says how each one differs, and how many it compared.
// The parser is node's own copy of acorn.
"use strict";

const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { parse } = require("internal/deps/acorn/acorn/dist/acorn");

function read(text) {
  const tokens = [];
  const onToken = (token) =>
    tokens.push([token.type.label, token.value instanceof Object ? `${token.value.value}` : token.value]);
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module", onToken });
  const structure = JSON.stringify(program, (name, value) =>
    ["start", "end"].includes(name) ? undefined : typeof value === "bigint" ? `${value}n` : value
  );
  return { tokens: tokens.map((token) => token.join(" ")), structure };
}

const [before, after] = process.argv.slice(2);
const names = readdirSync(before, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js"));
for (const name of names) {
  try {
    const [whole, sent] = [before, after].map((folder) => read(readFileSync(join(folder, name), "utf-8")));
    const place = whole.tokens.findIndex((token, index) => token !== sent.tokens[index]);
    if (place >= 0)
      console.log(
        `${name}: ${whole.tokens.slice(place - 3, place + 3)} became ${sent.tokens.slice(place - 3, place + 3)}`
      );
    else if (whole.tokens.length !== sent.tokens.length) console.log(`${name}: something was added`);
    else if (whole.structure !== sent.structure) console.log(`${name}: the same tokens mean something else`);
  } catch (error) {
    console.log(`${name}: ${error}`);
  }
}
console.log(`compared ${names.length}`);
