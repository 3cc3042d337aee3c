import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { code, moversOf, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { depositReported } from "#e2e/world/venue-reports.ts";
import { approve, decline, withdraw } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, askForMoveOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { readBalance } from "#lib/ledger/store.ts";
import type { MoveRecord, requestMoveEndpoint } from "./contract.ts";
import { endDestination, listDestinations } from "./destinations.ts";
import { listMoves } from "./read-moves.ts";
import { cancelMove, findLapsedMoves, lapseMove } from "./request-move.ts";
import { moveArrived, moveBack, moveExpected, moveLeft } from "./record-step.ts";

const BTC_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const IBAN = "DE89370400440532013000";

let world: World;
let ada: Ctx;
let grace: Ctx;
let venue: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  await world.retained("1");
  ({ ada, grace, venue } = await moversOf(world));
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

type MoveInput = InputOf<typeof requestMoveEndpoint>;
const quantity = (text: string) => Decimal.from(text);
const balance = (name: string, asset: string) => readBalance(world.ctx, name, asset);

async function destination(place: string, asset: "BTC" | "EUR", address: string): Promise<string> {
  const { approvalId } = waits(await addDestinationOrAsk(ada, { place, asset, address, label: `${place} of ours` }));
  await approve(grace, { approvalId });
  const { data } = await listDestinations(ada);
  return data.find((one) => one.place === place && one.asset === asset && !one.endedAt)?.destinationId ?? "";
}

async function agreed(input: Omit<MoveInput, "note" | "quantity"> & { quantity: string }): Promise<MoveRecord> {
  const { approvalId, moveId } = pendingMove(
    await requestMoveOrAsk(ada, { ...input, quantity: quantity(input.quantity), note: "stock" }),
  );
  expect((await shown(moveId)).status).toBe("REQUESTED");
  await approve(grace, { approvalId });
  return shown(moveId);
}
function pendingMove(out: object): { approvalId: string; moveId: string } {
  const { approvalId, request } = waits(out);
  return { approvalId, moveId: request?.["moveId"] ?? "" };
}
const shown = async (moveId: string) => {
  const found = (await listMoves(ada, {})).data.find((one) => one.moveId === moveId);
  if (!found) throw new Error("no such move");
  return found;
};
const toVenue = (amount = "0.1") =>
  agreed({
    kind: "TO_VENUE",
    from: "custody:bitcoin",
    to: venue,
    asset: "BTC",
    quantity: amount,
    destinationId: ids["venue"],
  });
const chain = (moveId: string, proof: string, units: bigint, feeUnits = 0n) => ({
  moveId,
  source: "CHAIN" as const,
  proof,
  units,
  feeUnits,
});

describe("the allow-list", () => {
  test("is made by two, takes real addresses alone, and one person takes off it", async () => {
    ids["venue"] = await destination(venue, "BTC", BTC_ADDRESS);
    ids["bank"] = await destination("bank:main", "EUR", IBAN);
    const foreign = { place: venue, asset: "BTC" as const, address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", label: "x" };
    await expect(addDestinationOrAsk(ada, foreign)).rejects.toEqual(code("VALIDATION_FAILED"));
    const bad = { place: venue, asset: "BTC" as const, address: `${BTC_ADDRESS.slice(0, -1)}5`, label: "x" };
    await expect(addDestinationOrAsk(ada, bad)).rejects.toEqual(code("VALIDATION_FAILED", /address of bitcoin/));
    const iban = { place: "bank:main", asset: "EUR" as const, address: "DE89370400440532013001", label: "x" };
    await expect(addDestinationOrAsk(ada, iban)).rejects.toEqual(code("VALIDATION_FAILED", /IBAN/));
    await expect(
      addDestinationOrAsk(ada, { place: venue, asset: "BTC", address: BTC_ADDRESS, label: "again" }),
    ).rejects.toEqual(code("INVALID_STATE"));
    const gone = await destination("owner", "EUR", IBAN);
    await endDestination(grace, { destinationId: gone, note: "sold" });
    await expect(
      requestMoveOrAsk(ada, {
        kind: "CAPITAL_OUT",
        from: "bank:main",
        asset: "EUR",
        quantity: quantity("1"),
        destinationId: gone,
        note: "x",
      }),
    ).rejects.toEqual(code("INVALID_STATE", /off the list/));
  });
});

describe("a request", () => {
  test.each<[string, Partial<MoveInput>, RegExp]>([
    ["without its destination", { destinationId: undefined }, /destinationId is required/],
    ["to a place its kind does not go to", { to: "bank:main" }, /to must be a place of venue/],
    ["to a venue that is none of ours", { to: "venue:elsewhere" }, /not one of the operator's/],
    ["of an asset the place does not hold", { asset: "EUR" }, /custody:bitcoin does not hold/],
    ["with more decimals than the asset has", { quantity: quantity("0.000000001") }, /at most 8 decimals/],
  ])("%s is refused, and nothing waits", async (_name, more, sentence) => {
    const input = {
      kind: "TO_VENUE" as const,
      from: "custody:bitcoin",
      to: venue,
      asset: "BTC" as const,
      quantity: quantity("0.1"),
      destinationId: ids["venue"],
      note: "x",
      ...more,
    };
    const before = (await listMoves(ada, {})).data.length;
    await expect(requestMoveOrAsk(ada, input)).rejects.toEqual(code("VALIDATION_FAILED", sentence));
    expect((await listMoves(ada, {})).data).toHaveLength(before);
  });

  test("is declined, withdrawn, cancelled; a draft is asked for later", async () => {
    const ask = (draft = false) =>
      requestMoveOrAsk(ada, {
        kind: "TO_VENUE",
        from: "custody:bitcoin",
        to: venue,
        asset: "BTC",
        quantity: quantity("0.1"),
        destinationId: ids["venue"],
        note: "x",
        draft,
      });
    const first = pendingMove(await ask());
    await expect(approve(ada, first)).rejects.toEqual(code("FORBIDDEN"));
    await decline(grace, { ...first, note: "not now" });
    expect((await shown(first.moveId)).status).toBe("REJECTED");
    const second = pendingMove(await ask());
    await withdraw(ada, second);
    expect((await shown(second.moveId)).status).toBe("CANCELLED");
    const draft = (await ask(true)) as MoveRecord;
    expect(draft.status).toBe("DRAFT");
    const third = pendingMove(await askForMoveOrAsk(ada, { moveId: draft.moveId }));
    expect(third.moveId).toBe(draft.moveId);
    await cancelMove(ada, { moveId: draft.moveId, note: "not needed" });
    await expect(approve(grace, third)).rejects.toEqual(code("INVALID_STATE"));
    await expect(moveLeft(world.ctx, chain(draft.moveId, "t0", 1n))).rejects.toEqual(code("INVALID_STATE"));
  });
});

describe("a move", () => {
  test("leaves, arrives with less, and each step is booked once however often it is told", async () => {
    const { moveId, reference } = await toVenue();
    expect(reference).toMatch(/^MV[0-9A-Z]{10}$/);
    const [custody, atVenue] = [await balance("custody:bitcoin", "BTC"), await balance(venue, "BTC")];
    expect((await moveExpected(world.ctx, "custody:bitcoin")).map((one) => one.moveId)).toContain(moveId);
    await moveLeft(world.ctx, chain(moveId, "t1", 9_990_000n, 1_000n));
    await moveLeft(world.ctx, chain(moveId, "t1", 9_990_000n, 1_000n));
    expect(await balance("transit", "BTC")).toBe(9_990_000n);
    expect(await balance("custody:bitcoin", "BTC")).toBe(custody - 9_991_000n);
    expect((await shown(moveId)).status).toBe("SENT");
    expect(await world.broken()).toEqual([]);
    const arrival = { moveId, source: "VENUE" as const, proof: "d1", units: 9_989_000n };
    await depositReported(world, arrival);
    await Promise.all([moveArrived(world.ctx, arrival), moveArrived(world.ctx, arrival)]);
    expect(await balance("transit", "BTC")).toBe(0n);
    expect(await balance(venue, "BTC")).toBe(atVenue + 9_989_000n);
    expect(await balance("house:venue-fee", "BTC")).toBe(1_000n);
    const record = await shown(moveId);
    expect([record.status, record.cost.toString()]).toEqual(["ARRIVED", "0.00002"]);
    await expect(cancelMove(ada, { moveId, note: "x" })).rejects.toEqual(code("INVALID_STATE"));
  });

  test("that arrives first waits EARLY, and is posted with its leaving; a block that goes mirrors both", async () => {
    const { moveId } = await toVenue();
    const before = [
      await balance("custody:bitcoin", "BTC"),
      await balance(venue, "BTC"),
      await balance("transit", "BTC"),
    ];
    const now = async () => [
      await balance("custody:bitcoin", "BTC"),
      await balance(venue, "BTC"),
      await balance("transit", "BTC"),
    ];
    const arrival = { moveId, source: "VENUE" as const, proof: "d2", units: 10_000_000n };
    await depositReported(world, arrival);
    await moveArrived(world.ctx, arrival);
    expect(await now()).toEqual(before);
    expect((await shown(moveId)).facts).toMatchObject([{ side: "ARRIVED", status: "EARLY" }]);
    await moveLeft(world.ctx, chain(moveId, "t2", 10_000_000n, 500n));
    expect((await shown(moveId)).status).toBe("ARRIVED");
    const [custody = 0n, atVenue = 0n, transit = 0n] = before;
    const after = [custody - 10_000_500n, atVenue + 10_000_000n, transit];
    expect(await now()).toEqual(after);
    await moveBack(world.ctx, { moveId, side: "LEFT", proof: "t2" });
    expect(await now()).toEqual(before);
    expect((await shown(moveId)).status).toBe("APPROVED");
    expect(await world.broken()).toEqual([]);
    await moveLeft(world.ctx, chain(moveId, "t2", 10_000_000n, 500n));
    expect(await now()).toEqual(after);
    const keys = await world.ctx.db.ledgerTransaction.findMany({
      select: { effectKey: true },
      where: { effectKey: { startsWith: `move:${moveId}:left:` } },
      orderBy: { id: "asc" },
    });
    const key = `move:${moveId}:left:t2`;
    expect(keys.map((one) => one.effectKey).sort()).toEqual([`${key}:1`, `${key}:1:reversed`, `${key}:2`]);
  });

  test("does not leave with more than was agreed to, nor by two transactions; whose block goes has not left", async () => {
    const { moveId } = await toVenue();
    await expect(moveLeft(world.ctx, chain(moveId, "t3", 10_000_001n))).rejects.toEqual(
      code("INVALID_STATE", /more than/),
    );
    await moveLeft(world.ctx, chain(moveId, "t3", 10_000_000n));
    await expect(moveLeft(world.ctx, chain(moveId, "t4", 10_000_000n))).rejects.toEqual(code("INVALID_STATE"));
    await expect(moveArrived(world.ctx, { moveId, source: "VENUE", proof: "d3", units: 10_000_001n })).rejects.toEqual(
      code("INVALID_STATE"),
    );
    await expect(moveArrived(world.ctx, { moveId, source: "VENUE", proof: "d1", units: 1n })).rejects.toEqual(
      code("INVALID_STATE", /another move/),
    );
    await moveBack(world.ctx, { moveId, side: "LEFT", proof: "t3" });
    expect(await shown(moveId)).toMatchObject({ status: "APPROVED" });
    expect(await balance("transit", "BTC")).toBe(0n);
  });

  test("whose request nobody decides within a day is cancelled, and not a tick before", async () => {
    const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
    const wished = { kind: "TO_VENUE", from: "custody:bitcoin", to: venue, asset: "BTC", destinationId: ids["venue"] };
    const { moveId } = pendingMove(
      await requestMoveOrAsk(ada, { ...wished, quantity: quantity("0.1"), note: "x" } as never),
    );
    await world.later(86_400_000 - 1_000);
    expect(await findLapsedMoves(worker, 10)).toEqual([]);
    await world.later(1_000);
    expect(await findLapsedMoves(worker, 10)).toEqual([moveId]);
    expect(await lapseMove(worker, moveId)).toBe(true);
    expect(await lapseMove(worker, moveId)).toBe(false);
    expect((await shown(moveId)).status).toBe("CANCELLED");
  });

  test("of an opening balance is posted when it is agreed to, against capital", async () => {
    const { status } = await agreed({ kind: "OPENING", to: "bank:main", asset: "EUR", quantity: "1000" });
    expect(status).toBe("ARRIVED");
    expect([await balance("bank", "EUR"), await balance("house:capital", "EUR")]).toEqual([100_000n, 100_000n]);
    await expect(
      requestMoveOrAsk(ada, { kind: "OPENING", to: "bank:other", asset: "EUR", quantity: quantity("1"), note: "x" }),
    ).rejects.toEqual(code("VALIDATION_FAILED", /no account/));
  });

  test("is found by its state, one or several at once, each page by the same", async () => {
    const all = (await listMoves(ada, { limit: 500 })).data;
    const of = (...states: string[]) => all.filter(({ status }) => states.includes(status)).map(({ moveId }) => moveId);
    const ids = async (query: Parameters<typeof listMoves>[1]) =>
      (await listMoves(ada, query)).data.map(({ moveId }) => moveId);
    expect(of("REJECTED").length).toBeGreaterThan(0);
    expect(of("CANCELLED").length).toBeGreaterThan(0);
    expect(await ids({ status: "REJECTED" })).toEqual(of("REJECTED"));
    expect(await ids({ status: ["CANCELLED", "REJECTED"] })).toEqual(of("CANCELLED", "REJECTED"));
    const { startsAfter } = await listMoves(ada, { status: ["CANCELLED", "REJECTED"], limit: 1 });
    expect(await ids({ status: ["CANCELLED", "REJECTED"], startsAfter: startsAfter ?? "" })).toEqual(
      of("CANCELLED", "REJECTED").slice(1),
    );
    await expect(ids({ status: "REJECTED", startsAfter: startsAfter ?? "" })).rejects.toEqual(
      code("INVALID_PAGINATION_TOKEN"),
    );
  });
});
