import { HDKey } from "@scure/bip32";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { withMail } from "#e2e/world/letters.ts";
import { code, moversOf } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { Asset } from "#lib/kernel/assets.ts";
import type { MoveRecord, requestMoveEndpoint } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { cancelMove } from "#lib/moves/request-move.ts";
import { activateWallet, makeWallet } from "#lib/wallets/wallets.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import type { playTransferEndpoint } from "#lib/sandbox/contract.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { metricsText } from "#lib/server/metrics.ts";
import { linkVenueTransfer, listVenueTransfers, transferRequest } from "./link-transfer.ts";
import { takeTransfer } from "./take-transfer.ts";
import { readTransfers } from "./read-transfers.ts";

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const IBAN = "DE89370400440532013000";
let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let worker: Ctx;
let stock: string;
let bank: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  for (let n = 0; n < 6; n += 1) await world.retained("0.2");
  worker = contextFor(withMail(world.app), { actor: { kind: "worker" }, requestId: "test" });
  ({ ada, grace, operator } = await moversOf(world));
  const listed = async (place: string, asset: "BTC" | "EUR", address: string) =>
    ((await addDestinationOrAsk(ada, { place, asset, address, label: place })) as { destinationId: string })
      .destinationId;
  stock = await listed("venue:sandbox", "BTC", ADDRESS);
  bank = await listed("bank:main", "EUR", IBAN);
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

type MoveInput = Omit<InputOf<typeof requestMoveEndpoint>, "quantity" | "note">;
const move = async (input: MoveInput, quantity: string) =>
  (await requestMoveOrAsk(ada, { ...input, quantity: Decimal.from(quantity), note: "x" } as never)) as MoveRecord;
const toVenue = (quantity: string) =>
  move(
    { kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:sandbox", asset: "BTC", destinationId: stock },
    quantity,
  );
const toBank = (quantity: string) =>
  move({ kind: "TO_BANK", from: "venue:sandbox", to: "bank:main", asset: "EUR", destinationId: bank }, quantity);
type Played = Omit<InputOf<typeof playTransferEndpoint>, "quantity" | "fee"> & { quantity: string; fee?: string };
const play = async ({ quantity, fee, ...input }: Played) =>
  (await playTransfer(operator, { ...input, quantity: Decimal.from(quantity), ...(fee && { fee: Decimal.from(fee) }) }))
    .reference;
const settledPlay = async (input: Played) => {
  const reference = await play(input);
  await readTransfers(worker);
  return reference;
};
const send = async (quantity: string) =>
  (await spend(operator, { network: "bitcoin", asset: "BTC", quantity: Decimal.from(quantity), to: ADDRESS })).txHash;
const mine = async () => {
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  await world.settle();
};
const status = async ({ moveId }: MoveRecord) => (await getMove(ada, { moveId })).status;
const held = async (asset: Asset) =>
  Object.fromEntries(
    await Promise.all(
      [
        "venue:sandbox",
        "transit",
        "house:missing",
        "house:unassigned",
        "house:venue-fee",
        "house:result",
        "house:capital",
      ].map(async (name) => [name, await balanceOf(operator, name, asset)] as const),
    ),
  );
async function changedBy(asset: Asset, step: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await held(asset);
  await step();
  const after = Object.entries(await held(asset)).map(([name, is]) => [name, is - (before[name] ?? 0n)] as const);
  return Object.fromEntries(after.filter(([, by]) => by !== 0n));
}
const cases = async (kind: "UNKNOWN_WITHDRAWAL" | "UNKNOWN_DEPOSIT") => (await listCases(grace, { kind })).data;
const letters = async (like: string) =>
  (await world.app.database.pool.query("select recipient from mail where subject like $1", [like])).rowCount;
const transferOf = async (reference: string) => {
  const found = (await listVenueTransfers(ada, {})).data.find((each) => each.reference === reference);
  if (!found) throw new Error(`${reference} was not taken in`);
  return found;
};

test("a new destination, and a wallet that is put to use, are told to everybody of the house", async () => {
  const mailed = async (like: string) => (await letters(like)) ?? 0;
  const people = await world.app.database.pool.query(
    "select from membership m join staff_user u on u.id = m.user_id where m.account_id = house_account() and m.disabled_at is null",
  );
  const { smtpUrl } = world.app.env;
  Object.assign(world.app.env, { smtpUrl: "smtp://127.0.0.1:1" });
  const before = await mailed("%New destination at%");
  await addDestinationOrAsk(ada, {
    place: "bank:second",
    asset: "EUR",
    address: "GB82WEST12345698765432",
    label: "Second",
  });
  expect(await mailed("%New destination at%")).toBe(before + (people.rowCount ?? 0));
  const seed = new Uint8Array(32).fill(7);
  const xpub = HDKey.fromMasterSeed(seed).derive("m/44'/0'/0'").publicExtendedKey;
  const made = await makeWallet(ada, { kind: "BTC_P2PKH", xpub, path: "m/44'/0'/0'" });
  await activateWallet(ada, { walletId: made.walletId, firstAddress: made.addresses[0]?.address ?? "" });
  expect(await mailed("%Wallet in use: BTC_P2PKH%")).toBe(people.rowCount);
  const { rows } = await world.app.database.pool.query(
    "select body from mail where subject like '%Wallet in use%' limit 1",
  );
  expect(rows[0]?.body).toContain(`first address: ${made.addresses[0]?.address}`);
  Object.assign(world.app.env, { smtpUrl });
});

describe("what comes to a venue", () => {
  test("is the move whose transaction it is, to the unit", async () => {
    const coins = await toVenue("0.1");
    const txHash = await send("0.1");
    await mine();
    expect(await status(coins)).toBe("SENT");
    const deposit = { kind: "DEPOSIT", asset: "BTC", quantity: "0.1", txHash, address: ADDRESS } as const;
    const pending = await settledPlay({ ...deposit, state: "PENDING", reference: "D1" });
    expect([await status(coins), (await transferOf(pending)).belongsTo]).toEqual(["SENT", "NOBODY"]);
    expect(await cases("UNKNOWN_DEPOSIT")).toEqual([]);
    expect(await changedBy("BTC", () => settledPlay({ ...deposit, reference: "D1" }))).toEqual({
      "venue:sandbox": 10_000_000n,
      transit: -10_000_000n,
    });
    expect(await getMove(ada, coins)).toMatchObject({
      status: "ARRIVED",
      facts: [{ proof: txHash }, { source: "VENUE", proof: "D1", status: "POSTED" }],
    });
    expect(await changedBy("BTC", () => settledPlay({ ...deposit, reference: "D1" }))).toEqual({});
  });

  test("is credited less the venue's fee, which is a cost; and is told by several workers at once, once", async () => {
    const coins = await toVenue("0.05");
    const txHash = await send("0.05");
    await mine();
    await play({ kind: "DEPOSIT", asset: "BTC", quantity: "0.0499", fee: "0.0001", txHash });
    const all = async () => {
      const deposit = (await world.app.venue.account?.transfersSince(new Date(0)))?.find(
        (each) => each.txHash === txHash,
      );
      if (!deposit) throw new Error("the venue tells of the deposit");
      const taken = await Promise.all(Array.from({ length: 5 }, () => takeTransfer(worker, "sandbox", deposit)));
      expect(taken.filter(Boolean)).toHaveLength(1);
    };
    expect(await changedBy("BTC", all)).toEqual({
      "venue:sandbox": 4_990_000n,
      transit: -5_000_000n,
      "house:venue-fee": 10_000n,
    });
    expect(await getMove(ada, coins)).toMatchObject({ status: "ARRIVED", cost: Decimal.from("0.00011") });
  });

  test("before its block waits, and both are booked at once", async () => {
    const coins = await toVenue("0.03");
    const txHash = await send("0.03");
    await world.settle();
    const early = () => settledPlay({ kind: "DEPOSIT", asset: "BTC", quantity: "0.03", txHash, address: ADDRESS });
    expect(await changedBy("BTC", early)).toEqual({});
    expect(await getMove(ada, coins)).toMatchObject({ status: "APPROVED", facts: [{ status: "EARLY" }] });
    expect(await changedBy("BTC", mine)).toEqual({ "venue:sandbox": 3_000_000n });
    expect(await status(coins)).toBe("ARRIVED");
  });

  test("and nobody expects is unassigned and a case, until somebody else than who asked links it", async () => {
    const unknown = () => settledPlay({ kind: "DEPOSIT", asset: "EUR", quantity: "100.009", reference: "D4" });
    expect(await changedBy("EUR", unknown)).toEqual({ "venue:sandbox": 10_000n, "house:unassigned": 10_000n });
    const deposit = await transferOf("D4");
    expect(deposit).toMatchObject({ belongsTo: "NOBODY", fraction: Decimal.from("0.009") });
    expect(await cases("UNKNOWN_DEPOSIT")).toHaveLength(1);
    const capital = await move({ kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR" }, "100");
    const link = { transferId: deposit.transferId, moveId: capital.moveId, note: "compared" };
    await expect(linkVenueTransfer(ada, link)).rejects.toEqual(code("FORBIDDEN"));
    const other = await toVenue("0.01");
    await expect(linkVenueTransfer(grace, { ...link, moveId: other.moveId })).rejects.toEqual(code("INVALID_STATE"));
    expect(await changedBy("EUR", () => linkVenueTransfer(grace, link))).toEqual({
      "house:unassigned": -10_000n,
      "house:capital": 10_000n,
    });
    await expect(linkVenueTransfer(grace, link)).rejects.toEqual(code("INVALID_STATE"));
    expect(await cases("UNKNOWN_DEPOSIT")).toEqual([]);
    await cancelMove(ada, { moveId: other.moveId, note: "x" });
  });

  test("as the owner's capital is the only move of exactly its sum", async () => {
    const capital = await move({ kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR" }, "5000");
    expect(await changedBy("EUR", () => settledPlay({ kind: "DEPOSIT", asset: "EUR", quantity: "5000" }))).toEqual({
      "venue:sandbox": 500_000n,
      "house:capital": 500_000n,
    });
    expect(await status(capital)).toBe("ARRIVED");
  });
});

describe("what leaves a venue", () => {
  test("is the move of exactly its sum, with the fee; it comes back where the venue takes it back", async () => {
    const cash = await toBank("250");
    const withdrawal = { kind: "WITHDRAWAL", asset: "EUR", quantity: "250", fee: "1.5", reference: "W1" } as const;
    expect(await changedBy("EUR", () => settledPlay({ ...withdrawal, state: "PENDING" }))).toEqual({});
    expect(await transferOf("W1")).toMatchObject({ belongsTo: "MOVE", status: "PENDING" });
    const left = { "venue:sandbox": -25_150n, transit: 25_000n, "house:result": -150n };
    expect(await changedBy("EUR", () => settledPlay(withdrawal))).toEqual(left);
    expect(await status(cash)).toBe("SENT");
    const back = Object.fromEntries(Object.entries(left).map(([name, by]) => [name, -by]));
    expect(await changedBy("EUR", () => settledPlay({ ...withdrawal, state: "FAILED" }))).toEqual(back);
    expect(await status(cash)).toBe("APPROVED");
    expect(await changedBy("EUR", () => settledPlay({ ...withdrawal, reference: "W2" }))).toEqual(left);
    await playBank(operator, { currency: "EUR", amount: Decimal.from("250"), reference: cash.reference });
    expect(await status(cash)).toBe("ARRIVED");
    expect(await cases("UNKNOWN_WITHDRAWAL")).toEqual([]);
  });

  test("and nobody agreed to is told to everybody of the house at its first sight, then missing", async () => {
    const theft = { kind: "WITHDRAWAL", asset: "EUR", quantity: "99", fee: "1", label: "mule" } as const;
    const before = await letters("%99.00 EUR leaves sandbox%");
    expect(await changedBy("EUR", () => settledPlay({ ...theft, state: "PENDING", reference: "W4" }))).toEqual({});
    const [unknown] = await cases("UNKNOWN_WITHDRAWAL");
    expect(unknown).toMatchObject({ quantity: Decimal.from("99") });
    const people = (await letters("%99.00 EUR leaves sandbox%")) ?? 0;
    expect(people - (before ?? 0)).toBeGreaterThanOrEqual(2);
    // Agreed to afterwards it is still unassigned: a person has to say so.
    const late = await toBank("99");
    expect(await changedBy("EUR", () => settledPlay({ ...theft, reference: "W4" }))).toEqual({
      "venue:sandbox": -10_000n,
      "house:missing": 9_900n,
      "house:result": -100n,
    });
    expect(await letters("%99.00 EUR leaves sandbox%")).toBe(people);
    const { transferId } = await transferOf("W4");
    const link = { transferId, moveId: late.moveId, note: "the treasurer forgot to ask" };
    expect(await changedBy("EUR", () => linkVenueTransfer(grace, link))).toEqual({
      "house:missing": -9_900n,
      transit: 9_900n,
    });
    expect(await cases("UNKNOWN_WITHDRAWAL")).toEqual([]);
  });

  test("and fails is booked back", async () => {
    const theft = { kind: "WITHDRAWAL", asset: "EUR", quantity: "33", reference: "W5" } as const;
    await settledPlay(theft);
    expect(await cases("UNKNOWN_WITHDRAWAL")).toHaveLength(1);
    expect(await changedBy("EUR", () => settledPlay({ ...theft, state: "FAILED" }))).toEqual({
      "venue:sandbox": 3_300n,
      "house:missing": -3_300n,
    });
    expect(await cases("UNKNOWN_WITHDRAWAL")).toEqual([]);
  });

  test("to another bank account, a cent more, and for a move that is cancelled meanwhile is no move", async () => {
    const cash = await toBank("40");
    const w = { kind: "WITHDRAWAL", asset: "EUR" } as const;
    await settledPlay({ ...w, quantity: "40", address: "NL91ABNA0417164300", reference: "W6" });
    await settledPlay({ ...w, quantity: "40.01", reference: "W7" });
    expect([await status(cash), (await cases("UNKNOWN_WITHDRAWAL")).length]).toEqual(["APPROVED", 2]);
    await settledPlay({ ...w, quantity: "40", address: IBAN, state: "PENDING", reference: "W8" });
    expect(await transferOf("W8")).toMatchObject({ belongsTo: "MOVE" });
    await expect(cancelMove(ada, { moveId: cash.moveId, note: "x" })).rejects.toEqual(
      code("INVALID_STATE", /W8 there/),
    );
    // An earlier release let it be taken back.
    await world.ctx.db.$executeRaw`update move set status = 'CANCELLED' where id = ${cash.moveId}::uuid`;
    const before = (await letters("%40.00 EUR leaves sandbox%")) ?? 0;
    await settledPlay({ ...w, quantity: "40", address: IBAN, reference: "W8" });
    expect(await transferOf("W8")).toMatchObject({ belongsTo: "NOBODY", status: "DONE" });
    expect((await letters("%40.00 EUR leaves sandbox%")) ?? 0).toBeGreaterThan(before);
    expect(await cases("UNKNOWN_WITHDRAWAL")).toHaveLength(3);
  });
});

test("a bank account that the venue names in its own words is one that was named alike, or that was reached by that name", async () => {
  const w = { kind: "WITHDRAWAL", asset: "EUR" } as const;
  const before = await cases("UNKNOWN_WITHDRAWAL");
  const [named, stolen] = [await toBank("71"), await toBank("72")];
  await settledPlay({ ...w, quantity: "71", label: "Bank:Main", reference: "N1" });
  expect(await transferOf("N1")).toMatchObject({ belongsTo: "MOVE" });
  // An intruder at the venue adds an account of their own, and takes as much as was agreed to.
  await settledPlay({ ...w, quantity: "72", label: "mine", reference: "N2" });
  expect([await status(stolen), (await cases("UNKNOWN_WITHDRAWAL")).length]).toEqual(["APPROVED", before.length + 1]);
  const { transferId } = await transferOf("N2");
  const link = { transferId, moveId: stolen.moveId, note: "the bank has it" };
  expect(await transferRequest(grace, link)).toMatchObject({ act: "link", sentTo: "mine" });
  await linkVenueTransfer(grace, link);
  const again = await toBank("73");
  for (const { reference, quantity: amount } of [named, stolen])
    await playBank(operator, { currency: "EUR", amount, reference });
  await world.settle();
  expect(await status(stolen)).toBe("ARRIVED");
  await settledPlay({ ...w, quantity: "73", label: "mine", reference: "N3" });
  expect([(await transferOf("N3")).belongsTo, await status(again)]).toEqual(["MOVE", "SENT"]);
});

test("a venue that does not answer is asked again, and its words stand at it", async () => {
  const { account } = world.app.venue;
  if (!account) throw new Error("the sandbox's venue tells of its account");
  vi.spyOn(account, "transfersSince").mockRejectedValueOnce(new Error("EAPI:Invalid nonce"));
  const fault = async () => (await world.ctx.db.venueWatch.findUniqueOrThrow({ where: { venue: "sandbox" } })).fault;
  await readTransfers(worker);
  expect(await fault()).toBe("EAPI:Invalid nonce");
  const silent = async () => (await listCases(grace, { kind: "VENUE_SILENT" })).data.length;
  const answeredAt = (await world.ctx.db.venueWatch.findUniqueOrThrow({ where: { venue: "sandbox" } })).answeredAt;
  const sinceThen = (await world.ctx.now()).getTime() - (answeredAt?.getTime() ?? 0);
  await world.later(15 * 60_000 - sinceThen - 1_000);
  expect(await silent()).toBe(0);
  await world.later(1_000);
  expect(await silent()).toBe(1);
  expect(await metricsText(worker)).toMatch(/desk_venue_silence_seconds\{venue="sandbox"\} 90\d/);
  await readTransfers(worker);
  expect(await fault()).toBe(null);
  expect(await silent()).toBe(0);
});

test("what a venue does not tell holds up nothing that it does, and is such a case as well", async () => {
  const { venue } = world.app;
  if (!venue.account) throw new Error("the sandbox's venue tells of its account");
  const fault = async () => (await world.ctx.db.venueWatch.findUniqueOrThrow({ where: { venue: "sandbox" } })).fault;
  const unexpected = async () => (await listCases(grace, { kind: "UNKNOWN_DEPOSIT" })).data.length;
  const before = await unexpected();
  const deposit = { kind: "DEPOSIT", asset: "EUR", quantity: "3.21" } as const;
  await play(deposit);
  vi.spyOn(venue, "balances").mockRejectedValue(new Error("EGeneral:Permission denied"));
  vi.spyOn(venue.account, "tradesSince").mockRejectedValueOnce(new Error("EAPI:Invalid nonce"));
  await readTransfers(worker);
  expect([await fault(), await unexpected()]).toEqual(["EAPI:Invalid nonce", before + 1]);
  await readTransfers(worker);
  expect(await fault()).toBe("EGeneral:Permission denied");
  await world.later(16 * 60_000);
  expect((await listCases(grace, { kind: "VENUE_SILENT" })).data).toMatchObject([
    { cause: expect.stringContaining("does not tell all of its deposits, withdrawals, trades and balances") },
  ]);
  vi.restoreAllMocks();
  await readTransfers(worker);
  expect(await fault()).toBe(null);
});

test("after a silence a venue is asked from before it, for trades and transfers alike", async () => {
  const { account } = world.app.venue;
  if (!account) throw new Error("the sandbox's venue tells of its account");
  const watch = () => world.ctx.db.venueWatch.findUniqueOrThrow({ where: { venue: "sandbox" } });
  await world.later(60_000);
  await readTransfers(worker);
  const { answeredAt, tradedTo } = await watch();
  const transfers = vi.spyOn(account, "transfersSince").mockRejectedValue(new Error("EService:Unavailable"));
  const trades = vi.spyOn(account, "tradesSince").mockRejectedValue(new Error("EService:Unavailable"));
  for (let days = 0; days < 5; days += 1) {
    await world.later(86_400_000);
    await readTransfers(worker);
  }
  expect((await watch()).tradedTo).toEqual(tradedTo);
  transfers.mockResolvedValue([]);
  trades.mockResolvedValue([]);
  await readTransfers(worker);
  expect(transfers.mock.lastCall?.[0].getTime()).toBeLessThan(answeredAt?.getTime() ?? 0);
  expect(trades.mock.lastCall?.[0].getTime()).toBeLessThanOrEqual((tradedTo ?? answeredAt)?.getTime() ?? 0);
  expect((await watch()).fault).toBe(null);
});

test("the simulated venue tells of nothing that is larger than what books hold", async () => {
  const tooLarge = code("VALIDATION_FAILED", /too large/);
  const deposit = { kind: "DEPOSIT", asset: "BTC", quantity: "90071992.54740992" } as const;
  await expect(play(deposit)).rejects.toEqual(tooLarge);
  await expect(play({ ...deposit, asset: "EUR", quantity: "90071992547409.92" })).rejects.toEqual(tooLarge);
  const withdrawal = { kind: "WITHDRAWAL", asset: "EUR", quantity: "1", fee: "90071992547408.92" } as const;
  await expect(play(withdrawal)).rejects.toEqual(tooLarge);
  expect(await readTransfers(worker)).toBe(0);
});
