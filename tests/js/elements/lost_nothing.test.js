import { test } from "node:test";

import { Table } from "./table.js";

// After anything that two phones, their tabs and the network do, in any order: what is acknowledged stays, what is not
// arrives, nothing is done twice or overwritten unseen, and in the end every phone shows what the server has.

const SEEDS = Number(process.env["SEEDS"] ?? 30);
const FIRST = Number(process.env["SEED"] ?? 1);

for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
  test(`nothing is lost at table ${seed}`, async (context) => {
    const table = new Table(seed, context);
    try {
      await table.play(150);
    } catch (error) {
      throw new Error(`table ${seed}:\n${table.story.join("\n")}`, { cause: error });
    } finally {
      table.end();
    }
  });
}
