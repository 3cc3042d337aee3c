import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { code } from "#e2e/world/people-of.ts";
import { executionOf, type FileCall, openSafe, type RealSafe } from "#e2e/world/safe.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { SafeVersion } from "#lib/chains/safe-contracts.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord, requestMoveEndpoint } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { cancelMove } from "#lib/moves/request-move.ts";
import { differenceOf, proveCustody } from "#lib/outgoing/prove-custody.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { activateWallet, makeWallet } from "#lib/wallets/wallets.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import type { PreparedRecord } from "./contract.ts";
import { endSafeBatches } from "./end-safe.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared, readPrepared } from "./read-prepared.ts";

// Moves out of a Safe and into one, executed by Safe's own contracts on a real node: booked, mirrored and booked again.

/** An address of the owner's. */
const OWNERS = "0x00000000219ab540356cBB839Cbe05303d7705Fa";
const VERSION: SafeVersion = "1.4.1";

type Own = RealSafe & { walletId: string };
let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let hugo: Ctx;
let venue: string;
let safe: Own;
let vault: Own;
let account: string;
/** The address that the venue gives out. */
let stock: string;
const listed = {} as Record<"stock" | "account" | "vault" | "owner", string>;

beforeAll(async () => {
  node = await openAnvilWorld();
  ({ world, anvil, worker } = node);
  hugo = await node.person("Hugo");
  [safe, vault] = [await ownSafe(), await ownSafe()];
  // What is there before a move of ours says so is unassigned, and the operator's own once it says so.
  await capital(safe.address, "400");
  account = (await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") })).deposit_address;
  venue = `venue:${world.app.venue.name}`;
  stock = (await world.app.venues[0]?.account?.depositAddresses("USDC@eth"))?.[0] ?? "";
  listed.stock = await onList(venue, stock);
  listed.account = await onList("custody:eth", account);
  listed.vault = await onList("custody:eth", vault.address);
  listed.owner = await onList("owner", OWNERS);
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "USDC@eth").map(differenceOf)).toEqual([0n]);
});
afterAll(() => node?.close());

async function ownSafe(): Promise<Own> {
  const made = await openSafe(anvil, VERSION);
  const { walletId } = await makeWallet(hugo, { kind: "ETH_SAFE", xpub: made.address });
  await activateWallet(hugo, { walletId, firstAddress: made.address });
  return { ...made, walletId };
}
async function mined(blocks: number): Promise<void> {
  await anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
}
/** As if what was mined since had never been; other blocks follow, and more of them. */
async function reverted(snapshot: unknown, blocks: number): Promise<void> {
  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [9]);
  await mined(blocks);
}
const usdc = (quantity: string) => Decimal.from(quantity).floorUnits(6);
async function onList(place: string, address: string): Promise<string> {
  const made = await addDestinationOrAsk(hugo, { place, asset: "USDC", address, label: place });
  return (made as { destinationId: string }).destinationId;
}
type Way = Omit<InputOf<typeof requestMoveEndpoint>, "quantity" | "note" | "asset">;
async function agreed(quantity: string, way: Way): Promise<string> {
  const wanted = { ...way, asset: "USDC", quantity: Decimal.from(quantity), note: "stock" } as const;
  return ((await requestMoveOrAsk(hugo, wanted)) as MoveRecord).moveId;
}
async function capital(address: string, quantity: string): Promise<string> {
  const moveId = await agreed(quantity, { kind: "CAPITAL_IN", to: "custody:eth", address });
  await anvil.send(anvil.tokens.usdc, address, usdc(quantity));
  await mined(40);
  return moveId;
}
const out = { from: "custody:eth" } as const;
const toVenue = (quantity: string) =>
  agreed(quantity, { ...out, kind: "TO_VENUE", to: venue, destinationId: listed.stock });
const within = (quantity: string, destinationId: string) =>
  agreed(quantity, { ...out, kind: "CONSOLIDATION", to: "custody:eth", destinationId });
const prepared = (moveIds: string[], { walletId }: Own = safe) =>
  prepareTransaction(hugo, { network: "eth", moveIds, walletId });
async function callsOf(made: PreparedRecord): Promise<FileCall[]> {
  const { bytes } = (await readPrepared(hugo, made)) as { bytes: Uint8Array };
  return (JSON.parse(Buffer.from(bytes).toString()) as { transactions: FileCall[] }).transactions;
}
const executed = async (made: PreparedRecord, by: Own = safe): Promise<string> =>
  by.execute(executionOf(VERSION, await callsOf(made)), made.safe?.nonce ?? -1);
const statuses = (ids: readonly string[]) =>
  Promise.all(ids.map(async (moveId) => (await getMove(hugo, { moveId })).status));
const held = async () => {
  const of = (code: string) => balanceOf(worker, code, "USDC@eth");
  return {
    ...{ custody: await of("custody:eth"), transit: await of("transit"), venue: await of(venue) },
    ...{ capital: await of("house:capital"), missing: await of("house:missing"), fee: await of("house:network-fee") },
  };
};
const has = async (address: string) => {
  const data = `0x70a08231${address.slice(2).padStart(64, "0")}`;
  return BigInt((await anvil.ask("eth_call", [{ to: anvil.tokens.usdc, data }, "latest"])) as string);
};
const alarms = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.length;

test("one batch carries a move to a venue, a consolidation and capital out: sent by its block, mirrored with it, sent again, arrived by the venue's word", async () => {
  const before = await held();
  const moves = [
    await toVenue("100.000001"),
    await within("50", listed.account),
    await agreed("7.5", { ...out, kind: "CAPITAL_OUT", destinationId: listed.owner }),
  ];
  const made = await prepared(moves);
  expect(made).toMatchObject({ status: "PREPARED", safe: { address: safe.address }, asset: "USDC" });
  expect([made.quantity.toString(), await statuses(moves)]).toEqual([
    "157.500001",
    ["APPROVED", "APPROVED", "APPROVED"],
  ]);
  // It may be signed elsewhere: what stands in it is not taken back.
  const [first = ""] = moves;
  await expect(cancelMove(hugo, { moveId: first, note: "no" })).rejects.toEqual(code("INVALID_STATE", /prepared/));
  await expect(prepared([first])).rejects.toEqual(code("INVALID_STATE", /prepared/));

  const snapshot = await anvil.ask("evm_snapshot");
  const lost = await executed(made);
  await mined(2);
  const sent = {
    ...before,
    custody: before.custody - usdc("107.500001"),
    transit: before.transit + usdc("100.000001"),
    capital: before.capital - usdc("7.5"),
  };
  expect([await held(), await statuses(moves)]).toEqual([sent, ["SENT", "ARRIVED", "ARRIVED"]]);
  expect((await getMove(hugo, { moveId: first })).facts).toMatchObject([
    { side: "LEFT", source: "CHAIN", proof: lost },
  ]);
  expect((await getPrepared(hugo, made)).status).toBe("PREPARED");

  await reverted(snapshot, 5);
  expect([await held(), await statuses(moves)]).toEqual([before, ["APPROVED", "APPROVED", "APPROVED"]]);
  expect([(await getPrepared(hugo, made)).status, await has(stock)]).toEqual(["PREPARED", 0n]);
  expect(await world.broken()).toEqual([]);

  const txHash = await executed(made);
  await mined(80);
  expect([await held(), await statuses(moves)]).toEqual([sent, ["SENT", "ARRIVED", "ARRIVED"]]);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
  expect([await has(stock), await has(account), await has(OWNERS)]).toEqual([
    usdc("100.000001"),
    usdc("50"),
    usdc("7.5"),
  ]);

  const reported = { kind: "DEPOSIT", asset: "USDC", quantity: Decimal.from("100.000001") } as const;
  await playTransfer(worker, { ...reported, reference: "VD1", txHash });
  await world.later(600_001);
  await runUntilIdle(worker, 60_000);
  expect(await statuses(moves)).toEqual(["ARRIVED", "ARRIVED", "ARRIVED"]);
  expect(await held()).toEqual({ ...sent, transit: before.transit, venue: before.venue + usdc("100.000001") });
  expect(await alarms()).toBe(0);
});

test("a batch's move that the owners reject stays approved, and goes by the next number", async () => {
  const before = await held();
  const moveId = await toVenue("11");
  const made = await prepared([moveId]);
  await safe.execute({ to: safe.address, data: "0x", operation: 0 }, made.safe?.nonce ?? -1);
  await mined(80);
  expect([(await getPrepared(hugo, made)).status, await statuses([moveId]), await held()]).toEqual([
    "CANCELLED",
    ["APPROVED"],
    before,
  ]);
  const again = await prepared([moveId]);
  expect(again.safe?.nonce).toBe((made.safe?.nonce ?? 0) + 1);
  await executed(again);
  await mined(80);
  expect([await statuses([moveId]), (await getPrepared(hugo, again)).status]).toEqual([["SENT"], "CONFIRMED"]);
  expect(await alarms()).toBe(0);
});

test("a Safe that is younger than the final block has used no number there, and holds up no other's end", async () => {
  const young = await ownSafe();
  await capital(young.address, "3");
  const moveId = await within("3", listed.account);
  const made = await prepared([moveId], young);
  // The chain's final block is before the Safe's own: there is no contract to ask.
  expect(await endSafeBatches(worker, 10)).toBe(0);
  await executed(made, young);
  await mined(80);
  expect([await statuses([moveId]), (await getPrepared(hugo, made)).status]).toEqual([["ARRIVED"], "CONFIRMED"]);
});

test("to another Safe of ours it leaves and arrives in one, and goes out of there by its owners", async () => {
  const before = await held();
  const moveId = await within("30", listed.vault);
  const made = await prepared([moveId]);
  const snapshot = await anvil.ask("evm_snapshot");
  await executed(made);
  await mined(1);
  expect([await held(), await statuses([moveId])]).toEqual([before, ["ARRIVED"]]);
  await reverted(snapshot, 4);
  expect([await held(), await statuses([moveId]), await has(vault.address)]).toEqual([before, ["APPROVED"], 0n]);
  await expect(prepared([await toVenue("29")], vault)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
  await executed(made);
  await mined(80);
  expect([await held(), await statuses([moveId]), await has(vault.address)]).toEqual([before, ["ARRIVED"], usdc("30")]);
  const back = await within("30", listed.account);
  const next = await prepared([back], vault);
  await executed(next, vault);
  await mined(80);
  expect([await statuses([back]), await has(vault.address), await alarms()]).toEqual([["ARRIVED"], 0n, 0]);
});

test("what a venue sends to a Safe, and the owner's capital, arrive with their block, go with it and come again", async () => {
  const moveId = await agreed("5", { kind: "FROM_VENUE", from: venue, to: "custody:eth", destinationId: listed.vault });
  const reported = { kind: "WITHDRAWAL", asset: "USDC", quantity: Decimal.from("5"), reference: "VW1" } as const;
  const snapshot = await anvil.ask("evm_snapshot");
  const txHash = await anvil.send(anvil.tokens.usdc, vault.address, usdc("5"));
  await playTransfer(worker, { ...reported, txHash, address: vault.address });
  await world.later(600_001);
  const before = await held();
  await mined(1);
  expect([await statuses([moveId]), await held()]).toEqual([
    ["ARRIVED"],
    { ...before, custody: before.custody + usdc("5"), venue: before.venue - usdc("5") },
  ]);
  await reverted(snapshot, 4);
  expect([await statuses([moveId]), (await held()).custody, (await held()).transit]).toEqual([
    ["SENT"],
    before.custody,
    before.transit + usdc("5"),
  ]);
  expect(await world.broken()).toEqual([]);
  await anvil.send(anvil.tokens.usdc, vault.address, usdc("5"));
  await mined(40);
  expect([await statuses([moveId]), (await held()).transit]).toEqual([["ARRIVED"], before.transit]);
  const brought = await capital(vault.address, "6");
  expect([await statuses([brought]), await has(vault.address)]).toEqual([["ARRIVED"], usdc("11")]);
  // It is the Safe's to spend.
  const all = await toVenue("11");
  const made = await prepared([all], vault);
  await executed(made, vault);
  await mined(80);
  expect([await statuses([all]), await has(vault.address), await alarms()]).toEqual([["SENT"], 0n, 0]);
});
