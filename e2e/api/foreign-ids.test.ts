import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerTo, idFor, isOfHouse, NAMELESS } from "#e2e/world/accounts/foreign.ts";
import { type Api, openApi } from "#e2e/world/api.ts";
import { digestOf } from "#e2e/world/neighbour/rows.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { writeRequests } from "#lib/log/request-log.ts";
import { type Objects, openParty, type Party, unknownObjects } from "#e2e/world/accounts/parties.ts";
import { KIND_OF, kindOf, type Slot, slotsOf } from "#e2e/world/accounts/slots.ts";

/**
 * Alike for everybody when asked: whose the records are shows in the file; and crypto of an account that has had a
 * beneficiary is recorded by a transaction of ours alone, whatever it is of (lib/payouts/payouts.store.test.ts). The days that
 * are settled here ended before anything moved, and have no second page (lib/settlements/settlements.store.test.ts).
 */
const COMPARED_LATER = [
  "makeExport ids",
  "countExport ids",
  "recordPayout paymentId",
  "recordPayout txId",
  "listSettlementMovements startsAfter",
];

const slots = slotsOf(await loadOperations());
const compared = slots.filter((slot) => !(slot.name in NAMELESS) && !isOfHouse(slot));
const ofHouse = slots.filter(isOfHouse);

let api: Api;
let owner: pg.Client;
let ours: Party;
let theirs: Party;
let nobody: Objects;
let theirAccount: string;
/** What was said of an identifier that nobody has. */
const refusals = new Map<Slot, string>();

beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  ours = await openParty(api, "acme");
  theirs = await openParty(api, "globex");
  nobody = unknownObjects(theirs.objects);
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>("select id from account where name = 'globex'");
  theirAccount = rows[0]?.id ?? "";
  await writeRequests(api.app);
});
afterAll(async () => {
  await owner?.end();
  await api?.close();
});

test("every identifier that an operation takes is asked for here, or named with the reason why not", () => {
  expect(compared.filter(({ field }) => !(field in KIND_OF)).map(({ name }) => name)).toEqual([]);
  expect(Object.keys(NAMELESS).filter((name) => !slots.some((slot) => slot.name === name))).toEqual([]);
});

test.each(ofHouse.map((slot) => [slot.name, slot] as const))(
  "%s, which is the house's, answers an account the same whatever it names",
  async (_name, slot) => {
    const id = theirs.objects[kindOf(slot)];
    const refused = await answerTo(api, slot, ours, id);
    expect(refused).toContain('"status":403');
    expect(await answerTo(api, slot, ours, nobody[kindOf(slot)])).toBe(refused);
  },
);

describe("an identifier of another account is answered exactly like one that nobody has", () => {
  test.each(compared.map((slot) => [slot.name, slot] as const))("%s", async (_name, slot) => {
    const [unknownId, foreignId] = [nobody[kindOf(slot)], await idFor(api, slot, theirs)];
    await writeRequests(api.app);
    const before = await digestOf(owner, theirAccount);
    const unknown = await answerTo(api, slot, ours, unknownId);
    expect(await answerTo(api, slot, ours, foreignId)).toBe(unknown);
    expect(await digestOf(owner, theirAccount)).toBe(before);
    refusals.set(slot, unknown);
  });

  test("and its owner is answered otherwise: each of them names something", async () => {
    const alike: string[] = [];
    const isEnding = ({ operation }: Slot) => Number(operation.endpoint.method === "DELETE");
    for (const slot of compared.toSorted((a, b) => isEnding(a) - isEnding(b))) {
      const id = await idFor(api, slot, theirs);
      if ((await answerTo(api, slot, theirs, id)) === refusals.get(slot)) alike.push(slot.name);
    }
    expect(alike.filter((name) => !COMPARED_LATER.includes(name))).toEqual([]);
  });
});
