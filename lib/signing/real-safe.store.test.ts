import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { code } from "#e2e/world/people-of.ts";
import { executionOf, type FileCall, openSafe, proxyOf, type RealSafe } from "#e2e/world/safe.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { failPayout } from "#lib/approvals/fail-payout.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { ChainFault, type SafeCalls } from "#lib/chains/chain.ts";
import { SAFE_VERSIONS, type SafeVersion } from "#lib/chains/safe-contracts.ts";
import { followChains } from "#lib/chains/follow.ts";
import { depositWatcher } from "#lib/deposits/watch.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { differenceOf, proveCustody } from "#lib/outgoing/prove-custody.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { activateWallet, makeWallet } from "#lib/wallets/wallets.ts";
import { purposes, watcher } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { endSafeBatches } from "./end-safe.ts";
import type { PreparedRecord } from "./contract.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared, readPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// A batch is executed by Safe's own contracts on a real node, from its file alone.

const PAID = "0x901bb9583b24d97e995513c6778dc6888ab6870e";
const OTHER = "0x00000000219ab540356cBB839Cbe05303d7705Fa";

let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let hugo: Ctx;
const safes = {} as Record<SafeVersion, RealSafe & { walletId: string }>;

beforeAll(async () => {
  node = await openAnvilWorld();
  ({ world, anvil, worker } = node);
  hugo = await node.person("Hugo");
  for (const version of SAFE_VERSIONS) {
    const safe = await openSafe(anvil, version);
    const { walletId } = await makeWallet(hugo, { kind: "ETH_SAFE", xpub: safe.address.toLowerCase() });
    await activateWallet(hugo, { walletId, firstAddress: safe.address });
    safes[version] = { ...safe, walletId };
    await anvil.send(anvil.tokens.usdc, safe.address, 400_000_000n);
  }
  await mined(40);
  const terms = { strategy: "RAI", fiatReceivable: Decimal.from("1900") } as const;
  const bill = await world.bill({ ...terms, cryptoType: "USDC" });
  await anvil.send(anvil.tokens.usdc, bill.deposit_address, bill.quantity.floorUnits(6));
  const other = await world.bill({ ...terms, cryptoType: "USDT", networkType: "eth" });
  await anvil.send(anvil.tokens.usdt, other.deposit_address, other.quantity.floorUnits(6));
  await mined(40);
});
afterAll(() => node?.close());

async function mined(blocks: number): Promise<void> {
  await anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
}
/** Where the token keeps what an account has. */
const slotOf = (account: string): string =>
  `0x${Buffer.from(keccak_256(hexToBytes(`${account.slice(2).padStart(64, "0")}${"0".repeat(64)}`))).toString("hex")}`;

async function approved(quantity: string, address = PAID, asset: "USDC" | "USDT" = "USDC"): Promise<string> {
  const known = await world.app.database.prisma.beneficiary.findFirst({
    where: { asset: `${asset}@eth`, status: "ACTIVE", address: { equals: address, mode: "insensitive" } },
  });
  const type = asset === "USDT" ? ({ networkType: "eth" } as const) : {};
  const made = known ?? (await makeBeneficiary(world.ctx, { name: "Acme", asset, ...type, address }));
  const beneficiaryId = "beneficiaryId" in made ? made.beneficiaryId : made.id;
  const input = { asset, ...type, quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
  return (JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as PayoutRecord).payoutId;
}
const prepared = (version: SafeVersion, payoutIds: string[]) =>
  prepareTransaction(hugo, { network: "eth", payoutIds, walletId: safes[version].walletId });
const statesOf = async (ids: readonly string[]) => {
  const states: string[] = [];
  for (const payoutId of ids)
    states.push((JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord).status);
  return states;
};
type File = {
  chainId: string;
  meta: { description: string; createdFromSafeAddress: string };
  transactions: FileCall[];
};
async function fileOf(made: PreparedRecord): Promise<File> {
  const { bytes } = (await readPrepared(hugo, made)) as { bytes: Uint8Array };
  return JSON.parse(Buffer.from(bytes).toString());
}
async function isAway(payouts: readonly string[]): Promise<boolean> {
  const rows = await world.app.database.prisma.$queryRaw<{ away: boolean }[]>`
    select is_signed_away(deposit_id) as away from payout_part where payout_id = any(${payouts}::uuid[])`;
  expect(rows.length).toBeGreaterThan(0);
  return rows.some(({ away }) => away);
}
/** Only reads the blocks: nothing of them is posted, and no batch ends. */
async function read(by = watcher): Promise<void> {
  const { height } = (await hugo.app.chains.eth?.head()) ?? { height: 0 };
  for (let round = 0; round < 200; round += 1) {
    const cursor = await world.app.database.prisma.chainCursor.findUnique({ where: { network: "eth" } });
    if (Number(cursor?.height) >= height) return;
    await followChains(worker, by);
  }
  throw new Error("the blocks are not read");
}
const alarms = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.length;
const nonceOf = ({ safe }: PreparedRecord): number => safe?.nonce ?? -1;

test("only a Safe of Safe's own code is added, by an address that holds", async () => {
  const add = (xpub: string, more: object = {}) => makeWallet(hugo, { kind: "ETH_SAFE", xpub, ...more });
  const { address } = safes["1.4.1"];
  await expect(add(PAID)).rejects.toEqual(code("INVALID_STATE", /no Safe of version/));
  // A contract with the very code of a Safe that runs something else.
  const lookalike = await proxyOf(anvil, "1.4.1", "0x00000000000000000000000000000000000000aa");
  await expect(add(lookalike)).rejects.toEqual(code("INVALID_STATE", /no Safe of version/));
  await expect(add(address)).rejects.toEqual(code("INVALID_STATE", /is a wallet already/));
  const flipped = address.replace(/[a-f]/, (letter) => letter.toUpperCase());
  await expect(add(flipped === address ? address.replace(/[A-F]/, (l) => l.toLowerCase()) : flipped)).rejects.toEqual(
    code("VALIDATION_FAILED", /letters do not hold/),
  );
  await expect(add("xpub6Cat")).rejects.toEqual(code("VALIDATION_FAILED"));
  await expect(add(OTHER, { account: "acme" })).rejects.toEqual(code("VALIDATION_FAILED", /not for a Safe/));
  const fresh = await openSafe(anvil, "1.4.1");
  const { walletId } = await add(fresh.address);
  await expect(activateWallet(hugo, { walletId, firstAddress: address })).rejects.toEqual(code("VALIDATION_FAILED"));
  // Nothing is ours, and nothing is prepared, before it is activated.
  const addresses = { where: { script: fresh.address.slice(2).toLowerCase() } };
  expect(await world.app.database.prisma.depositAddress.count(addresses)).toBe(0);
  // Then it is, and is never given to a bill.
  await activateWallet(hugo, { walletId, firstAddress: fresh.address });
  const own = { ...addresses, select: { billId: true, setAsideAt: true } };
  const [taken, ...more] = await world.app.database.prisma.depositAddress.findMany(own);
  expect([taken?.billId, taken?.setAsideAt, more]).toEqual([null, expect.any(Date), []]);
});

test.each(SAFE_VERSIONS)("a batch of a Safe %s is executed from its file and is paid to the unit", async (version) => {
  const before = await alarms();
  const payouts = [await approved("11.000001"), await approved("12.5"), await approved("12.5", OTHER)];
  const made = await prepared(version, payouts);
  const { address } = safes[version];
  expect(made).toMatchObject({ status: "PREPARED", safe: { address, nonce: 0 }, inputs: [{ path: "m" }] });
  expect([made.quantity.toString(), made.fee.toString()]).toEqual(["36.000001", "0"]);
  expect(await statesOf(payouts)).toEqual(["PREPARED", "PREPARED", "PREPARED"]);
  const file = await fileOf(made);
  expect(file).toMatchObject({ chainId: "31337", meta: { createdFromSafeAddress: address } });
  const execution = executionOf(version, file.transactions);
  const hash = await safes[version].hashOf(execution, nonceOf(made));
  expect(made.safe?.safeTxHash).toBe(hash);
  expect(file.meta.description).toContain(hash);
  // Nobody takes it back, nothing comes back signed, nothing is sent from here.
  await expect(cancelPrepared(hugo, { ...made, note: "no" })).rejects.toEqual(code("INVALID_STATE", /use its number/));
  await expect(takeSigned(hugo, { ...made, signed: "0x02" })).rejects.toEqual(
    code("INVALID_STATE", /owners of the Safe/),
  );
  await expect(sendPrepared(hugo, made)).rejects.toEqual(code("INVALID_STATE"));
  // One batch at a time has the Safe's number.
  const waiting = await approved("1");
  await expect(prepared(version, [waiting])).rejects.toEqual(code("INSUFFICIENT_FUNDS", /free of another batch/));

  const txHash = await safes[version].execute(execution, nonceOf(made));
  await mined(1);
  expect(await statesOf(payouts)).toEqual(["BROADCAST", "BROADCAST", "BROADCAST"]);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "PREPARED" });
  await mined(80);
  expect(await statesOf(payouts)).toEqual(["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
  expect(await alarms()).toBe(before);
  expect(await world.broken()).toEqual([]);
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "USDC@eth").map(differenceOf)).toEqual([0n]);
  // The next one, of one payment alone, is no MultiSend; the Safe calls the token itself.
  const next = await prepared(version, [waiting]);
  const single = executionOf(version, (await fileOf(next)).transactions);
  expect([nonceOf(next), single.operation]).toEqual([1, 0]);
  expect(next.safe?.safeTxHash).toBe(await safes[version].hashOf(single, 1));
  await safes[version].execute(single, 1);
  await mined(80);
  expect([await statesOf([waiting]), (await getPrepared(hugo, next)).status]).toEqual([["CONFIRMED"], "CONFIRMED"]);
});

test("a batch that the owners reject is ended by a final block, and no sooner", async () => {
  const safe = safes["1.4.1"];
  const payouts = [await approved("21"), await approved("22")];
  expect(await isAway(payouts)).toBe(false);
  const made = await prepared("1.4.1", payouts);
  // Who has the file may have signed it: a reversal of what they reserve waits for it.
  expect(await isAway(payouts)).toBe(true);
  // The rejection of Safe's wallet: nothing, under the same number.
  await safe.execute({ to: safe.address, data: "0x", operation: 0 }, nonceOf(made));
  await mined(5);
  expect([await statesOf(payouts), (await getPrepared(hugo, made)).status]).toEqual([
    ["PREPARED", "PREPARED"],
    "PREPARED",
  ]);
  const usedUpTo = vi
    .spyOn(worker.app.chains.eth?.calls?.safes as SafeCalls, "usedUpTo")
    .mockRejectedValue(new ChainFault("eth", "away", true));
  await mined(80);
  usedUpTo.mockRestore();
  // Not while an endpoint has not told the block.
  const { prisma } = world.app.database;
  await prisma.$executeRaw`update chain_cursor set agreed_height = height - 86 where network = 'eth'`;
  await mined(0);
  expect((await getPrepared(hugo, made)).status).toBe("PREPARED");
  const ended = prisma.$executeRaw`update prepared_transaction set status = 'CANCELLED', ended_at = now(), ended_by = 'x',
    used_up_at = (select final_height from chain_cursor where network = 'eth') where id = ${made.preparedId}::uuid`;
  await expect(ended).rejects.toThrow(/can be executed until/);
  await prisma.chainCursor.update({ where: { network: "eth" }, data: { agreedHeight: null } });
  await mined(0);
  const reason = `The Safe's number ${nonceOf(made)} was used up by another transaction.`;
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CANCELLED", reason });
  expect(await statesOf(payouts)).toEqual(["APPROVED", "APPROVED"]);
  expect(await isAway(payouts)).toBe(false);
  // They are prepared again under the next number; the old batch is refused by the Safe itself.
  const again = await prepared("1.4.1", payouts);
  expect(nonceOf(again)).toBe(nonceOf(made) + 1);
  await safe.execute(executionOf("1.4.1", (await fileOf(again)).transactions), nonceOf(again));
  await mined(80);
  expect(await statesOf(payouts)).toEqual(["CONFIRMED", "CONFIRMED"]);
  expect(await world.broken()).toEqual([]);
});

test("what leaves the Safe beside the batch is a case, and what the batch has not paid is approved as before", async () => {
  const safe = safes["1.4.1"];
  const before = await alarms();
  const payouts = [await approved("31"), await approved("32")];
  const made = await prepared("1.4.1", payouts);
  const [first] = (await fileOf(made)).transactions;
  if (!first) throw new Error("a file has calls");
  // The owners sign something else under its number: the first payout as it is, the second to the unit more.
  const altered: FileCall = { ...first, data: `0x${first.data.slice(2, -1)}1` };
  await safe.execute(executionOf("1.4.1", [first, altered]), nonceOf(made));
  await anvil.mine(80);
  await read();
  // Its block is final, and what leaves is not in the books yet: nothing is free before it is.
  expect(await endSafeBatches(worker, 10)).toBe(0);
  expect((await getPrepared(hugo, made)).status).toBe("PREPARED");
  await mined(1);
  expect(await alarms()).toBe(before + 1);
  expect(await statesOf(payouts)).toEqual(["CONFIRMED", "APPROVED"]);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CANCELLED" });
  expect(await world.broken()).toEqual([]);
});

test("what the Safe has executed is never prepared again, also where nothing says that it paid", async () => {
  const before = await alarms();
  const payouts = [await approved("51"), await approved("52")];
  const made = await prepared("1.3.0", payouts);
  await safes["1.3.0"].execute(executionOf("1.3.0", (await fileOf(made)).transactions), nonceOf(made));
  await anvil.mine(80);
  // A watcher that knows of no payout, as of a token that moves less than it is told to.
  await read(depositWatcher(async () => true));
  await mined(1);
  expect(await alarms()).toBe(before + 1);
  expect((await getPrepared(hugo, made)).status).toBe("CONFIRMED");
  expect(await statesOf(payouts)).toEqual(["BROADCAST", "BROADCAST"]);
  await expect(prepared("1.3.0", payouts)).rejects.toEqual(code("INVALID_STATE"));
  expect(await world.broken()).toEqual([]);
  // Each ends by what the batch's transaction has paid its place, and nothing of it is missing any more.
  for (const payoutId of payouts) await failPayout(hugo, { payoutId, note: "by the chain" });
  await mined(0);
  expect([await statesOf(payouts), await alarms()]).toEqual([["FAILED", "FAILED"], before]);
  const recorded = await world.app.database.prisma.payout.findMany({ where: { inPlaceOf: { in: payouts } } });
  expect(recorded.map(({ quantityUnits }) => Number(quantityUnits)).sort()).toEqual([51_000_000, 52_000_000]);
  expect(await world.broken()).toEqual([]);
});

test("no transaction of a key takes what lies in a Safe, and no batch pays what such a one could still pay", async () => {
  // The Safe has least of all that have enough.
  const payoutId = await approved("13");
  const made = await prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
  expect(made.safe).toBeUndefined();
  const ours = SAFE_VERSIONS.map((version) => safes[version].address.slice(2).toLowerCase());
  expect(ours).not.toContain(made.inputs[0]?.txHash);
  await cancelPrepared(hugo, { ...made, note: "By the Safe." });
  await expect(prepared("1.4.1", [payoutId])).rejects.toEqual(code("INVALID_STATE", /could still be signed and sent/));
  const again = await prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
  expect(again.inputs).toEqual(made.inputs);
});

test("a batch pays one token, and no more than the Safe has by the books and by the node", async () => {
  const usdc = await approved("14");
  await expect(prepared("1.4.1", [usdc, await approved("15", PAID, "USDT")])).rejects.toEqual(
    code("VALIDATION_FAILED", /one token/),
  );
  const [token, slot] = [anvil.tokens.usdc, slotOf(safes["1.4.1"].address)];
  const held = await anvil.ask("eth_getStorageAt", [token, slot, "latest"]);
  await anvil.ask("anvil_setStorageAt", [token, slot, `0x${"0".repeat(64)}`]);
  await expect(prepared("1.4.1", [usdc])).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
  await anvil.ask("anvil_setStorageAt", [token, slot, held]);
  expect(await statesOf([usdc])).toEqual(["APPROVED"]);
  await expect(prepared("1.4.1", [usdc, await approved("800")])).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
  const request = { network: "eth" as const, payoutIds: [usdc], walletId: safes["1.4.1"].walletId };
  await expect(prepareTransaction(hugo, { ...request, feeRate: Decimal.from("1") })).rejects.toEqual(
    code("VALIDATION_FAILED", /not for a Safe/),
  );
});

test("an execution that its chain takes back is followed again", async () => {
  const safe = safes["1.3.0"];
  const payouts = [await approved("41"), await approved("42")];
  const made = await prepared("1.3.0", payouts);
  const execution = executionOf("1.3.0", (await fileOf(made)).transactions);
  const snapshot = await anvil.ask("evm_snapshot");
  await safe.execute(execution, nonceOf(made));
  await mined(2);
  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [9]);
  await mined(4);
  expect(await statesOf(payouts)).toEqual(["BROADCAST", "BROADCAST"]);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "PREPARED" });
  expect(await world.broken()).toEqual([]);
  const txHash = await safe.execute(execution, nonceOf(made));
  await mined(80);
  expect(await statesOf(payouts)).toEqual(["CONFIRMED", "CONFIRMED"]);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
  expect(await world.broken()).toEqual([]);
});

test("the database takes no batch that says otherwise, and ends none by a click", async () => {
  const { prisma } = world.app.database;
  const payouts = [await approved("2"), await approved("3")];
  const { preparedId: id } = await prepared("1.4.1", payouts);
  const end = (set: string) => prisma.$executeRawUnsafe(`update prepared_transaction set ${set} where id = '${id}'`);
  const cancelled = "status = 'CANCELLED', ended_at = now(), ended_by = 'x'";
  await expect(end(cancelled)).rejects.toThrow(/can be executed until its number is used up|prepared_used_up/);
  await expect(end(`${cancelled}, used_up_at = 999999999`)).rejects.toThrow(/can be executed until/);
  await expect(
    end(`status = 'CONFIRMED', ended_at = now(), ended_by = 'x', tx_hash = '0x1', used_up_at = 1`),
  ).rejects.toThrow(/was not executed by this/);
  await expect(end("safe_tx_hash = '0x' || repeat('0', 64)")).rejects.toThrow(/permission denied/);
  await expect(
    end("signed = '0x02', tx_hash = '0x1', signed_by = 'x', signed_at = now(), status = 'SIGNED'"),
  ).rejects.toThrow();
  // One that pays more than was agreed to, another person, or by another helper, would be none.
  const truth = async (change: string) => {
    const [row] = await prisma.$queryRawUnsafe<{ is: boolean }[]>(
      `select is_prepared_true(jsonb_populate_record(p, ${change}::jsonb)) as is from prepared_transaction p where id = '${id}'`,
    );
    return row?.is;
  };
  const unsigned = (from: string, to: string) =>
    `(select jsonb_build_object('unsigned', regexp_replace(unsigned, '${from}', '${to}')) from prepared_transaction where id = '${id}')`;
  expect(await truth("'{}'")).toBe(true);
  expect(await truth(unsigned(PAID.slice(2), OTHER.slice(2).toLowerCase()))).toBe(false);
  expect(await truth(unsigned("1e8480", "1e8481"))).toBe(false);
  expect(await truth(unsigned("^0x019641", "0x019642"))).toBe(false);
  expect(await truth(unsigned("$", "00"))).toBe(false);
  expect(await truth(`'{"fee_units": 1}'`)).toBe(false);
  expect(await truth(`'{"safe_tx_hash": null}'`)).toBe(false);
});
