import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "#lib/cli/commands.ts";
import { BESIDE, LETTERS, NODES, PROOFS, TASKS, UPKEEP } from "#lib/worker/due.ts";
import { VERBS_OF_HOUSE } from "./verbs-of-house.ts";
import { VERBS_OF_HOUSE_PEOPLE } from "./verbs-of-house-people.ts";
import { VERBS_OF_TREASURY } from "./verbs-of-treasury.ts";
import { VERBS_OF_TREASURY_COMMANDS } from "./verbs-of-treasury-commands.ts";
import { VERBS_OF_MONEY } from "./verbs-of-money.ts";
import { VERBS_OF_PAYOUTS } from "./verbs-of-payouts.ts";
import { VERBS_OF_PEOPLE } from "./verbs-of-people.ts";
import { VERBS_OF_SIGNING } from "./verbs-of-signing.ts";
import { VERBS_OF_WORK } from "./verbs-of-work.ts";
import { WROTE } from "./wrote.ts";

/** Verbs that are not done here, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "desk seed": "writes through the verbs of this table alone",
  "desk backup": "writes no row; e2e/faults/backup.test.ts takes one and restores it",
  "worker read-senders": "lib/deposits/read-senders.store.test.ts does it: the sandbox's transfers tell their sender",
  "worker send-prepared": "lib/signing/signing.store.test.ts does it: what the node has forgotten, after its while",
  "worker end-prepared": "lib/signing/signing.store.test.ts does it: what is final, or was spent otherwise",
  "worker trace-coins": "lib/signing/lost-coins.store.test.ts does it: what had paid a coin that went with its block",
  "worker end-used-up": "lib/signing/real-evm.store.test.ts does it: what the number's next transaction has excluded",
  "worker end-safe":
    "lib/signing/real-safe.store.test.ts does it: what a Safe has executed, and what its number has excluded",
  "worker end-expired": "lib/signing/tron.store.test.ts does it: what no block can have any more",
  "worker weigh-gas": "lib/outgoing/real-gas.store.test.ts does it: the sandbox's chains cost no gas",
  "desk restore": "writes no row; e2e/faults/backup.test.ts takes one and restores it",
};
/** What people and keys do that changes rows and leaves no line in the audit, and why none is needed. */
const UNAUDITED: Readonly<Record<string, string>> = {
  "desk audit verify": "seals the lines that stand, and adds none",
  "POST /manage/v1/cases/look": "keeps how far a person has read; nothing of a case changes",
  "POST /house/v1/cases/look": "keeps how far a person has read; nothing of a case changes",
  "POST /manage/v1/me/authenticator": "a secret that opens nothing until its first code, which is in the audit",
  "POST /manage/v1/me/proof": "their own session is fresh for some minutes; what it is then used for is in the audit",
  "POST /sandbox/v1/blocks": "the simulated world, which live does not have",
  "POST /sandbox/v1/book": "the simulated world",
  "POST /sandbox/v1/chain": "the simulated world",
  "POST /sandbox/v1/clock": "the simulated world",
  "POST /sandbox/v1/deposits": "the simulated world",
  "POST /sandbox/v1/prices": "the simulated world",
  "POST /sandbox/v1/reorg": "the simulated world",
  "POST /sandbox/v1/spend": "the simulated world",
  "POST /sandbox/v1/venue": "the simulated world",
  "POST /sandbox/v1/venue-transfers": "the simulated world",
};
const names = [
  ...VERBS_OF_MONEY,
  ...VERBS_OF_PAYOUTS,
  ...VERBS_OF_SIGNING,
  ...VERBS_OF_PEOPLE,
  ...VERBS_OF_HOUSE,
  ...VERBS_OF_TREASURY,
  ...VERBS_OF_TREASURY_COMMANDS,
  ...VERBS_OF_HOUSE_PEOPLE,
  ...VERBS_OF_WORK,
].map(({ name }) => name);
/** A name without what is special about it. */
const plain = (name: string) => name.split(",", 1)[0] ?? "";

test("what people and keys change is in the audit, but for what is named with its reason", () => {
  const silent = Object.entries(WROTE).filter(
    ([name, wrote]) => !name.startsWith("worker ") && (wrote.audit ?? []).length === 0 && Object.keys(wrote).length > 0,
  );
  expect(silent.map(([name]) => plain(name)).sort()).toEqual(Object.keys(UNAUDITED).sort());
});

test("each mutation of the document, each task of the worker and each command has its row", () => {
  const file = resolve(import.meta.dirname, "../../public/openapi.json");
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as { paths: Record<string, Record<string, unknown>> };
  const mutations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ["post", "put", "patch", "delete"].includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const tasks = [...TASKS, ...UPKEEP, ...LETTERS, ...NODES, ...PROOFS, ...BESIDE].map(({ name }) => `worker ${name}`);
  const commands = Object.keys(COMMANDS).map((name) => `desk ${name}`);
  const all = [...mutations, ...tasks, ...commands];
  expect(all.length).toBeGreaterThan(90);
  expect(all.filter((name) => !names.map(plain).includes(name) && !(name in ELSEWHERE))).toEqual([]);
  const reads = names.map(plain).filter((name) => name.startsWith("GET "));
  expect(names.map(plain).filter((name) => !all.includes(name) && !reads.includes(name))).toEqual([]);
});

test("the table has a row for each verb that is done, and none for another", () => {
  expect(Object.keys(WROTE).sort()).toEqual([...new Set(names)].sort());
});

test("what is done to wallets and chains stands in the house's record, and to an account's wallet in its own too", () => {
  const ofTheHouse = Object.keys(WROTE).filter((name) => /\/(wallets|chains)\b/.test(name));
  expect(ofTheHouse).toHaveLength(10);
  const without = ofTheHouse.filter((name) => !WROTE[name]?.audit?.some((line) => line.endsWith(", of house")));
  expect(without).toEqual([]);
  const alone = ofTheHouse.filter((name) => /chains/.test(name)).flatMap((name) => WROTE[name]?.audit ?? []);
  expect(alone.filter((line) => !line.endsWith(", of house"))).toEqual([]);
});
