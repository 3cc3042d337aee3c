import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditedOf, code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { requestMove } from "#lib/moves/request-move.ts";
import { commentedHref, commentedIn, fileOf, OBJECT_KINDS } from "./comment-kinds.ts";
import { listComments, makeComment } from "./comments.ts";
import { getCase, getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { lookAtCases } from "./work-case.ts";

let world: World;
let anna: Ctx;
let ben: Ctx;
let foreign: Ctx;
let paymentId = "";

const idOf = ({ actor }: Ctx): string => (actor.kind === "staff" ? actor.userId : "");
const rings = async (ctx: Ctx) => (await getCaseSummary(ctx)).mentions;
const read = listComments;
const payment = () => ({ kind: "PAYMENT" as const, objectId: paymentId });

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  [anna, ben] = [await personIn(world, "Anna"), await personIn(world, "Ben", "viewer")];
  // The same person, with the same role in another account.
  foreign = contextFor(world.app, { actor: anna.actor, account: world.other.account, requestId: "test" });
  ({ paymentId } = await world.bill({ subaccount: "acme-42" }));
});
afterAll(() => world.close());

test("a file's name and what it is on are the same for every kind, and a case keeps its own id", () => {
  for (const kind of OBJECT_KINDS.filter((kind) => kind !== "APPROVAL"))
    expect(commentedIn(fileOf({ kind, objectId: "a:b" }))).toEqual({ kind, objectId: "a:b" });
  // What is asked for is a case while it waits: one stream of comments for both.
  expect(commentedIn(fileOf({ kind: "APPROVAL", objectId: "a:b" }))).toEqual({
    kind: "CASE",
    objectId: "approval-a:b",
  });
  expect(fileOf({ kind: "CASE", objectId: "late-1" })).toBe("late-1");
  expect(commentedHref({ kind: "CUSTOMER", objectId: "a&b" }, false)).toBe("/customers/one?subaccount=a%26b");
});

test("a comment on a payment is read by all who see it, rings with whom it mentions, and stands in the audit record", async () => {
  await makeComment(anna, { ...payment(), note: "@Ben look", mentions: [idOf(ben), idOf(ben)] });
  const { data, people } = await read(ben, payment());
  expect(data).toMatchObject([{ actor: "staff:Anna", detail: "@Ben look", withdrawn: false }]);
  expect(data[0]?.mentions).toEqual([{ userId: idOf(ben), name: "Ben" }]);
  expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(["Anna", "Ben"]));
  expect(await rings(ben)).toMatchObject([{ objectKind: "PAYMENT", objectId: paymentId, by: "staff:Anna" }]);
  expect(await rings(anna)).toEqual([]);
  expect(await auditedOf(anna, paymentId)).toContainEqual(
    expect.objectContaining({
      actor: "staff:Anna",
      action: "bill.note",
      detail: expect.objectContaining({ detail: "@Ben look" }),
    }),
  );
  await lookAtCases(ben);
  expect(await rings(ben)).toEqual([]);
});

test("it is taken back by its writer alone and once, and rings no more", async () => {
  await makeComment(anna, { ...payment(), note: "@Ben again", mentions: [idOf(ben)] });
  const entryId = (await read(anna, payment())).data.at(-1)?.entryId ?? "";
  const other = await personIn(world, "Cleo");
  await expect(makeComment(other, { withdraws: entryId })).rejects.toEqual(code("VALIDATION_FAILED", /your own/));
  const namesake = contextFor(world.app, {
    actor: { ...other.actor, name: "Anna" } as Ctx["actor"],
    account: other.account,
  });
  await expect(makeComment(namesake, { withdraws: entryId })).rejects.toEqual(code("VALIDATION_FAILED", /your own/));
  await makeComment(anna, { withdraws: entryId });
  expect((await read(ben, payment())).data.at(-1)).toMatchObject({ entryId, detail: "", withdrawn: true });
  expect(await rings(ben)).toEqual([]);
  await expect(makeComment(anna, { withdraws: entryId })).rejects.toEqual(code("VALIDATION_FAILED", /still stands/));
});

describe("it is refused", () => {
  test("with fields of both, or half of one", async () => {
    const wrong = [{ note: "x" }, { ...payment() }, { ...payment(), note: "x", withdraws: paymentId }, {}];
    for (const input of wrong) await expect(makeComment(anna, input)).rejects.toEqual(code("VALIDATION_FAILED"));
  });

  test("on what another account has as on what nobody has, and a mention of who is no member", async () => {
    for (const objectId of [paymentId, "019a8f3c-8c1e-7abc-8def-0123456789ab", "no id"]) {
      const refused = makeComment(foreign, { kind: "PAYMENT", objectId, note: "x" });
      await expect(refused).rejects.toEqual(code("NOT_FOUND"));
    }
    await expect(listComments(foreign, payment())).rejects.toEqual(code("NOT_FOUND"));
    await expect(listComments(foreign, { kind: "CUSTOMER", objectId: "acme-42" })).rejects.toEqual(code("NOT_FOUND"));
    const entryId = (await read(anna, payment())).data[0]?.entryId ?? "";
    await expect(makeComment(foreign, { withdraws: entryId })).rejects.toEqual(code("VALIDATION_FAILED"));
    const stranger = makeComment(anna, { ...payment(), note: "x", mentions: [paymentId] });
    await expect(stranger).rejects.toEqual(code("VALIDATION_FAILED", /may see/));
  });

  test("to a key that may not read the object", async () => {
    const actor = { kind: "key" as const, keyId: "ak_1", scopes: ["account:read"] };
    const key = contextFor(world.app, { actor, account: world.ctx.account, requestId: "test" });
    await expect(listComments(key, payment())).rejects.toEqual(code("FORBIDDEN"));
    expect((await read(key, { kind: "CUSTOMER", objectId: "acme-42" })).data).toEqual([]);
  });
});

test("a comment on a case is a line of its history, and a note in its history a comment", async () => {
  const bill = await world.bill();
  await world.later(21 * 60_000);
  await world.pay(bill, Decimal.from("0.001"));
  const { data } = await listCases(anna, { kind: "LATE" });
  const caseId = data.find((one) => one.paymentId === bill.paymentId)?.caseId ?? "";
  await makeComment(anna, { kind: "CASE", objectId: caseId, note: "Asked.", mentions: [] });
  expect((await getCase(anna, { caseId })).history).toMatchObject([{ action: "NOTED", detail: "Asked." }]);
  const entryId = (await read(anna, { kind: "CASE", objectId: caseId })).data[0]?.entryId ?? "";
  await makeComment(anna, { withdraws: entryId });
  expect((await getCase(anna, { caseId })).history.at(-1)).toMatchObject({ action: "WITHDRAWN" });
});

describe("the house's people", () => {
  test("comment on a move, among themselves: who has no bell of the house cannot be mentioned", async () => {
    const rita = await personOfHouse(world, "Rita");
    const [omar, vera] = [await personOfHouse(world, "Omar", "operator"), await personOfHouse(world, "Vera", "viewer")];
    const wanted = { kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR" } as const;
    const input = { ...wanted, quantity: Decimal.from("12"), note: "stock", draft: true };
    const { moveId } = (await requestMove(rita, input)) as MoveRecord;
    const on = { kind: "MOVE" as const, objectId: moveId };
    await makeComment(rita, { ...on, note: "@Omar bank rang", mentions: [idOf(omar)] });
    expect((await read(vera, on)).data).toMatchObject([{ detail: "@Omar bank rang" }]);
    expect(await rings(omar)).toMatchObject([{ objectKind: "MOVE", objectId: moveId, by: "staff:Rita" }]);
    const toViewer = makeComment(rita, { ...on, note: "x", mentions: [idOf(vera)] });
    await expect(toViewer).rejects.toEqual(code("VALIDATION_FAILED", /may see/));
    await expect(makeComment(anna, { ...on, note: "x" })).rejects.toEqual(code("NOT_FOUND"));
    await expect(listComments(vera, { kind: "CASE", objectId: "late-1" })).rejects.toEqual(code("FORBIDDEN"));
  });
});
