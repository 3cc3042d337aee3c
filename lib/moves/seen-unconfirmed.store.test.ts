import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import type { MoveRecord } from "./contract.ts";
import { getMove } from "./read-moves.ts";
import { cancelMove } from "./request-move.ts";

// A move whose transaction was seen, and no block has yet, is on its way: nothing sends it a second time.

const VENUE = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
let world: World;
let ada: Ctx;
let operator: Ctx;
let destinationId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ada = await personOfHouse(world, "Ada");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.3", "0.4"]) await world.retained(quantity);
  const listed = await addDestinationOrAsk(ada, { place: "venue:sandbox", asset: "BTC", address: VENUE, label: "x" });
  ({ destinationId } = listed as { destinationId: string });
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

test("is prepared by nobody, and cancelled by nobody, until what was seen is gone", async () => {
  const quantity = Decimal.from("0.1");
  const way = { kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:sandbox", asset: "BTC", destinationId } as const;
  const { moveId } = (await requestMoveOrAsk(ada, { ...way, quantity, note: "x" })) as MoveRecord;
  const { txHash } = await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: VENUE });
  await world.settle();
  expect((await listCases(ada, { kind: "UNKNOWN_SPEND" })).data).toEqual([]);
  expect((await getMove(ada, { moveId })).status).toBe("APPROVED");
  const prepare = () => prepareTransaction(ada, { network: "bitcoin", moveIds: [moveId], feeRate: Decimal.from("5") });
  const seen = code("INVALID_STATE", new RegExp(`was seen, and no block has it yet: ${txHash}`));
  await expect(prepare()).rejects.toEqual(seen);
  await expect(cancelMove(ada, { moveId, note: "x" })).rejects.toEqual(seen);
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  await world.settle();
  expect((await getMove(ada, { moveId })).status).toBe("SENT");
  await expect(prepare()).rejects.toEqual(code("INVALID_STATE", /is SENT/));
  // Its block goes, and it is in no mempool any more: the owner sends it as any other.
  await reorganise(operator, { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
  await world.settle();
  expect((await getMove(ada, { moveId })).status).toBe("APPROVED");
  expect(await prepare()).toMatchObject({ status: "PREPARED" });
});
