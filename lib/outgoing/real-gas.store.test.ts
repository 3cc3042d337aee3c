import { purposes } from "#lib/worker/due.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, anvilChain, startAnvil } from "#e2e/world/anvil.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { sweepFees } from "#lib/liquidity/sweep-result.ts";
import { listPlaces } from "#lib/places/list-places.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { getCustody } from "./get-custody.ts";
import { differenceOf, keepGas, proveCustody } from "./prove-custody.ts";

const STRANGER = "0x00000000000000000000000000000000000000bb";
const GWEI = 1_000_000_000n;
const ceil = (wei: bigint): bigint => (wei + GWEI - 1n) / GWEI;
const asHex = (value: bigint): string => `0x${value.toString(16)}`;

/** Ether of accounts of ours, on a real node that signs for every account. */
describe("gas in the books", () => {
  let world: World;
  let anvil: Anvil;
  let worker: Ctx;
  let hugo: Ctx;
  let ada: Ctx;
  let ours: string;
  beforeAll(async () => {
    [world, anvil] = await Promise.all([openWorld({ alone: true }), startAnvil()]);
    const person = await personOfHouse(world, "Hugo", "operator");
    const chain = anvilChain(anvil);
    const app = { ...world.app, slots: new Slots(), chains: { eth: chain } };
    worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    hugo = contextFor(app, { actor: person.actor, account: person.account, requestId: "test" });
    const treasurer = await personOfHouse(world, "Ada");
    ada = contextFor(app, { actor: treasurer.actor, account: treasurer.account, requestId: "test" });
    await settle();
    const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
    ours = bill.deposit_address;
    await anvil.send(anvil.tokens.usdc, ours, bill.quantity.floorUnits(6));
    await anvil.mine(12);
    await settle();
  });
  afterAll(async () => {
    await anvil?.stop();
    await world?.close();
  });

  const settle = () => runUntilIdle(worker, 30_000);
  const mined = async () => {
    await anvil.mine(1);
    await settle();
    // Where something waits for what pays for it, the node is asked, not more often than every ten minutes.
    await world.later(600_001);
    await keepGas(worker, purposes);
  };
  const held = async () => ({
    custody: await balanceOf(worker, "custody:eth", "ETH"),
    capital: await balanceOf(worker, "house:capital", "ETH"),
    fee: await balanceOf(worker, "house:network-fee", "ETH"),
    missing: await balanceOf(worker, "house:missing", "ETH"),
    unassigned: await balanceOf(worker, "house:unassigned", "ETH"),
  });
  const NOTHING = { custody: 0n, capital: 0n, fee: 0n, missing: 0n, unassigned: 0n };
  const setBalance = (account: string, wei: bigint) => anvil.ask("anvil_setBalance", [account, asHex(wei)]);
  const balance = async (account: string) => BigInt((await anvil.ask("eth_getBalance", [account, "latest"])) as string);
  const send = async (from: string, to: string, value: bigint, more: object = {}) => {
    await anvil.ask("anvil_impersonateAccount", [from]);
    return (await anvil.ask("eth_sendTransaction", [{ from, to, value: asHex(value), ...more }])) as string;
  };
  const costOf = async (txHash: string) => {
    const receipt = (await anvil.ask("eth_getTransactionReceipt", [txHash])) as Record<string, string>;
    return BigInt(receipt["gasUsed"] ?? "") * BigInt(receipt["effectiveGasPrice"] ?? "");
  };
  const differences = async () => {
    const { proofs, unproven } = await proveCustody(worker, purposes);
    expect(unproven).toEqual([]);
    return proofs.filter(({ asset }) => asset === "ETH").map(differenceOf);
  };
  const WEALTH = 10n ** 18n + 123_456_789n;
  const GIVEN = 10n ** 16n + 7n;

  test("what lay there is the owner's, what was spent a cost and missing; away with its branch, and back", async () => {
    await setBalance(ours, WEALTH);
    const snapshot = await anvil.ask("evm_snapshot");
    const spend = async () => {
      const txHash = await send(ours, STRANGER, GIVEN);
      await mined();
      const fee = ceil(await costOf(txHash));
      const gone = ceil(GIVEN);
      const opening = WEALTH / GWEI;
      return { custody: opening - fee - gone, capital: opening, fee, missing: gone, unassigned: 0n };
    };
    expect(await held()).toEqual(NOTHING);
    const first = await spend();
    expect(await held()).toEqual(first);
    expect(await differences()).toEqual([0n]);
    expect(await world.broken()).toEqual([]);

    await anvil.ask("evm_revert", [snapshot]);
    await anvil.ask("evm_increaseTime", [5]);
    await anvil.mine(2);
    await settle();
    expect(await held()).toEqual(NOTHING);
    expect(await world.broken()).toEqual([]);

    await setBalance(ours, WEALTH);
    await send(ours, STRANGER, GIVEN);
    await mined();
    expect(await balanceOf(worker, "house:missing", "ETH")).toBe(ceil(GIVEN));
    // The books have whole gwei: with the exact rests beside them they are the node's wei to the last one.
    expect(await differences()).toEqual([0n]);
    const { rows } = await world.app.database.pool.query(
      "select sum(gas_rest(g)) as rest from gas_payment g where is_weighed(g)",
    );
    expect((await held()).custody * GWEI + BigInt(rows[0].rest)).toBe(await balance(ours));
    expect(await world.broken()).toEqual([]);
  });

  test("what a stranger sends is nobody's yet, also a wei; what fails costs its gas alone", async () => {
    const before = await held();
    const [payer = ""] = (await anvil.ask("eth_accounts")) as string[];
    await send(payer, ours, 5n * GWEI + 1n);
    await mined();
    expect(await held()).toEqual({ ...before, custody: before.custody + 5n, unassigned: before.unassigned + 5n });
    // A contract that takes no ether.
    const txHash = await send(ours, anvil.tokens.usdc, 3n * GWEI, { gas: "0x30000" });
    await mined();
    const fee = ceil(await costOf(txHash));
    expect(await held()).toMatchObject({ fee: before.fee + fee, missing: before.missing });
    expect(await differences()).toEqual([0n]);
    expect(await world.broken()).toEqual([]);
  });

  test("what the owner has sent is his once somebody says so, what left is written off; nobody's again with their block", async () => {
    const subjects = async (kind: "UNKNOWN_BILL" | "UNKNOWN_SPEND", txHash: string) =>
      (await listCases(ada, { kind })).data.filter(({ causeFacts }) => causeFacts.txHash === txHash);
    const idOf = ([found]: Awaited<ReturnType<typeof subjects>>) => found?.caseId.slice(found.kind.length + 1) ?? "";
    const before = await held();
    const snapshot = await anvil.ask("evm_snapshot");
    const [payer = ""] = (await anvil.ask("eth_accounts")) as string[];
    const sent = await send(payer, ours, 1_000_000n * GWEI);
    await mined();
    const [given] = await subjects("UNKNOWN_BILL", sent);
    expect(given).toMatchObject({ asset: "ETH", causeFacts: { network: "eth", gas: true } });
    expect([given?.quantity?.toString(), given?.causeFacts.address]).toEqual(["0.001", ours.toLowerCase()]);
    // Five gwei of the test before are in the books, and worth nobody's look.
    expect((await listCases(ada, { kind: "UNKNOWN_BILL" })).data).toHaveLength(1);
    const own = { kind: "OWN", subjectId: idOf(given ? [given] : []), note: "by the owner's own wallet" } as const;
    await expect(resolveOrAsk(ada, own)).rejects.toEqual(code("INVALID_STATE", /unassigned/));
    const stolen = await send(ours, STRANGER, 3n * GWEI);
    await mined();
    await anvil.mine(12);
    await settle();
    const off = { kind: "WRITE_OFF", subjectId: idOf(await subjects("UNKNOWN_SPEND", stolen)), note: "gone" } as const;
    await expect(resolveOrAsk(ada, { ...own, kind: "WRITE_OFF" })).rejects.toEqual(code("INVALID_STATE"));
    await expect(resolveOrAsk(ada, { ...off, kind: "OWN" })).rejects.toEqual(code("INVALID_STATE"));
    expect(await resolveOrAsk(ada, own)).toMatchObject({ subject: "GAS", asset: "ETH", reference: sent });
    await resolveOrAsk(ada, off);
    const fee = ceil(await costOf(stolen));
    expect(await held()).toEqual({
      custody: before.custody + 1_000_000n - 3n - fee,
      capital: before.capital + 1_000_000n - 3n,
      fee: before.fee + fee,
      missing: before.missing,
      unassigned: before.unassigned,
    });
    expect([await subjects("UNKNOWN_BILL", sent), await subjects("UNKNOWN_SPEND", stolen)]).toEqual([[], []]);
    expect(await world.broken()).toEqual([]);

    await anvil.ask("evm_revert", [snapshot]);
    await anvil.ask("evm_increaseTime", [5]);
    await anvil.mine(20);
    await settle();
    expect(await held()).toEqual(before);
    expect(await world.broken()).toEqual([]);
  });

  test("a token's gas is a cost, and gas between accounts of ours stays in custody", async () => {
    const other = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
    await settle();
    const before = await held();
    const word = (value: string) => value.slice(2).toLowerCase().padStart(64, "0");
    const data = `0xa9059cbb${word(other.deposit_address)}${word("0x0f")}`;
    const token = await send(ours, anvil.tokens.usdc, 0n, { data, gas: "0x30000" });
    const gas = await send(ours, other.deposit_address, 77n * GWEI);
    await mined();
    const fee = ceil(await costOf(token)) + ceil(await costOf(gas));
    expect(await held()).toEqual({ ...before, custody: before.custody - fee, fee: before.fee + fee });
    expect(await differences()).toEqual([0n]);
    expect(await world.broken()).toEqual([]);
  });

  test("what came unseen is a difference once, then nobody's; what is gone unseen stays a difference and a case", async () => {
    const before = await held();
    await setBalance(ours, (await balance(ours)) + 9n * GWEI + 5n);
    await anvil.mine(1);
    await settle();
    expect(await differences()).toEqual([9n]);
    expect(await held()).toEqual({ ...before, custody: before.custody + 9n, unassigned: before.unassigned + 9n });
    expect(await differences()).toEqual([0n]);
    await setBalance(ours, (await balance(ours)) - 1n);
    await anvil.mine(1);
    await settle();
    expect(await differences()).toEqual([-1n]);
    expect(await differences()).toEqual([-1n]);
    const { data } = await listCases(hugo, { kind: "CUSTODY" });
    expect(data).toMatchObject([{ asset: "ETH", causeFacts: { network: "eth" } }]);
    expect(await world.broken()).toEqual([]);
  });

  test("is shown where it lies, and is nobody's but the house's", async () => {
    const { data } = await listPlaces(hugo);
    const eth = data.find(({ asset }) => asset === "ETH");
    expect(eth).toMatchObject({ place: "custody:eth", kind: "CUSTODY" });
    expect(eth?.balance.toString()).toBe(Decimal.of((await held()).custody, 9).toString());
    expect((await getCustody(hugo)).data.map(({ asset }) => asset)).toContain("ETH");
    const account =
      "insert into ledger_account (id, code, asset, account_id, normal, may_be_negative) values (gen_random_uuid(), $1, $2, $3, 'CREDIT', false)";
    const owner = world.ctx.account?.id ?? "";
    const open = (code: string, asset: string, of: string | null) =>
      world.app.database.pool.query(account, [code, asset, of]);
    await expect(open(`acc:${owner}:available`, "ETH", owner)).rejects.toThrow(/ledger_account_gas/);
    await expect(open("house:book", "TRX", null)).rejects.toThrow(/ledger_account_gas/);
    await expect(open("custody:tron", "ETH", null)).rejects.toThrow(/ledger_account_gas/);
  });

  test("is not swept into the book: no venue would sell or buy it", async () => {
    const before = await held();
    await sweepFees(worker, "2026-01-01");
    expect(before.fee).toBeGreaterThan(0n);
    expect(await held()).toEqual(before);
    expect(await balanceOf(worker, "house:book", "ETH")).toBe(0n);
  });
});
