import { afterAll, beforeAll, expect, test } from "vitest";
import { forgedFrom, preparedRow } from "#e2e/world/forged.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { startTronNode, tronChain, type TronNode } from "#e2e/world/tron.ts";
import { signedByTronOwner, tronFileOf, tronKeyAt, tronWeb } from "#e2e/world/tron-owner.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { transferCall } from "#lib/chains/evm-raw.ts";
import { readTron, signedTron, tronHash, type TronTransaction, writeTron } from "#lib/chains/tron-raw.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { differenceOf, keepGas, proveCustody } from "#lib/outgoing/prove-custody.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// TRX for an address of ours is a move of the house: agreed to, prepared, signed by a wallet of Tron, sent once, and no
// alarm. The node's part is read by Tron's own library before a real EVM node.

const STRANGER = "TQooBX9o8iSSprLWW96YShBogx7Uwisuim";
/** What the stand-in asks for an account that it does not know yet: the account, and in place of its bytes. */
const NEW_ACCOUNT = 1_100_000n;
const RICH = 500_000_000;

let world: World;
let tron: TronNode;
let worker: Ctx;
let hugo: Ctx;
let rich: string;
let poor: string;
beforeAll(async () => {
  [world, tron] = await Promise.all([openWorld({ alone: true }), startTronNode()]);
  const person = await personOfHouse(world, "Hugo");
  const app = { ...world.app, slots: new Slots(), chains: { tron: tronChain(tron) } };
  worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  hugo = contextFor(app, { actor: person.actor, account: person.account, requestId: "test" });
  await runUntilIdle(worker, 30_000);
  [rich, poor] = [await paidBill(), await paidBill()];
  tron.giveTrx(scriptOf(rich), RICH);
  await tron.anvil.mine(80);
  await runUntilIdle(worker, 60_000);
  await proveCustody(worker, purposes);
});
afterAll(async () => {
  await tron?.stop();
  await world?.close();
});

const scriptOf = (address: string): string => readAddress("tron", address)?.script ?? "";
async function paidBill(): Promise<string> {
  const of = { strategy: "RAI", cryptoType: "USDT", networkType: "tron" } as const;
  const bill = await world.bill({ ...of, fiatReceivable: Decimal.from("80") });
  await tron.anvil.send(tron.anvil.tokens.usdt, `0x${scriptOf(bill.deposit_address)}`, bill.quantity.floorUnits(6));
  return bill.deposit_address;
}
const mine = async (blocks: number) => {
  await tron.anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
  await keepGas(worker, purposes);
};
const ethAddressOfOurs = async () =>
  (await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") })).deposit_address;
const way = {
  kind: "GAS",
  from: "custody:tron",
  to: "custody:tron",
  asset: "TRX",
  note: "gas for collecting",
} as const;
const request = async (quantity: string, address = poor) =>
  (await requestMoveOrAsk(hugo, { ...way, quantity: Decimal.from(quantity), address })) as MoveRecord;
const prepare = (moveId: string) => prepareTransaction(hugo, { network: "tron", moveIds: [moveId] });
const held = async () => {
  const of = (account: string) => balanceOf(worker, account, "TRX");
  return { custody: await of("custody:tron"), transit: await of("transit"), fee: await of("house:network-fee") };
};
const alarms = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.length;
const sunOf = async (address: string) =>
  (await worker.app.chains.tron?.tronCalls?.account(scriptOf(address)))?.sun ?? -1n;

const fileOf = (preparedId: string) => tronFileOf(hugo, preparedId);

/** The same of something else than was prepared, by the very key. */
async function signedInstead(preparedId: string, change: Partial<TronTransaction>): Promise<string> {
  const { path, raw_data_hex: prepared } = await fileOf(preparedId);
  const honest = readTron(prepared);
  if (!honest) throw new Error("it is one");
  const rawHex = Buffer.from(writeTron({ ...honest, ...change })).toString("hex");
  const other = { visible: false, txID: tronHash(rawHex), raw_data_hex: rawHex };
  return JSON.stringify(
    tronWeb.utils.crypto.signTransaction(Buffer.from(tronKeyAt(path)).toString("hex"), other as never),
  );
}

test("an address gets its TRX: agreed to, compared, sent once, claimed, its fee booked; away with its branch, and back", async () => {
  await expect(request("30", STRANGER)).rejects.toEqual(code("VALIDATION_FAILED"));
  const { moveId } = await request("30");
  const before = await held();
  await expect(
    prepareTransaction(hugo, { network: "tron", moveIds: [moveId], feeRate: Decimal.from(1) }),
  ).rejects.toEqual(code("VALIDATION_FAILED", /the chain itself sets/));
  const made = await prepare(moveId);
  expect(made).toMatchObject({ asset: "TRX", outputs: [{ kind: "MOVE", moveId, address: poor }], gasStep: undefined });
  // The chain does not know the address yet: what that costs is named, in place of its 268 bytes.
  expect([made.quantity, made.fee, made.activation, made.feeRate, made.size].map(String)).toEqual([
    "30",
    "1.1",
    "1.1",
    "1000",
    "268",
  ]);
  expect(made.bandwidth).toBe(268);
  // No second transaction of the same move, which could be in a block beside it.
  await expect(prepare(moveId)).rejects.toEqual(code("INVALID_STATE", /stands in a prepared transaction/));
  await expect(cancelPrepared(hugo, { ...made, note: "no" })).rejects.toEqual(
    code("INVALID_STATE", /can send it until it has expired/),
  );
  const { raw_data: words } = await fileOf(made.preparedId);
  expect(words).toMatchObject({
    contract: [{ type: "TransferContract", parameter: { value: { amount: 30_000_000 } } }],
  });
  expect(words).not.toHaveProperty("fee_limit");
  const { txHash = "" } = await takeSigned(hugo, { ...made, signed: await signedByTronOwner(hugo, made.preparedId) });
  const snapshot = await tron.anvil.ask("evm_snapshot");
  await Promise.all([sendPrepared(hugo, made), sendPrepared(hugo, made)]);
  await mine(1);
  expect(await held()).toEqual({
    custody: before.custody - NEW_ACCOUNT,
    transit: 0n,
    fee: before.fee + NEW_ACCOUNT,
  });
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "ARRIVED" });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST", txHash });
  expect(await alarms()).toBe(0);
  expect(await world.broken()).toEqual([]);

  await tron.anvil.ask("evm_revert", [snapshot]);
  await tron.anvil.ask("evm_increaseTime", [9]);
  await mine(3);
  expect(await held()).toEqual(before);
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "APPROVED" });
  expect(await world.broken()).toEqual([]);

  await world.later(61_000);
  await runUntilIdle(worker, 30_000);
  await mine(1);
  await mine(79);
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "ARRIVED" });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
  expect([await sunOf(poor), await sunOf(rich)]).toEqual([30_000_000n, BigInt(RICH) - 30_000_000n - NEW_ACCOUNT]);
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "TRX").map(differenceOf)).toEqual([0n]);
  expect(await alarms()).toBe(0);
  expect(await world.broken()).toEqual([]);
});

test("every other transaction is refused with the difference, and the sandbox's signer signs the one", async () => {
  const { moveId } = await request("5");
  const made = await prepare(moveId);
  // It has TRX by now, and is charged for its bytes alone.
  expect([made.activation, made.fee.toString()]).toEqual([undefined, "0.268"]);
  const honest = readTron((await fileOf(made.preparedId)).raw_data_hex);
  if (!honest) throw new Error("it is one");
  const call = { kind: "TriggerSmartContract", value: 0n, data: transferCall(scriptOf(STRANGER), 5_000_000n) } as const;
  const changes: [RegExp, Partial<TronTransaction>][] = [
    [new RegExp(`account that is called or paid is ${STRANGER}, .*${poor}`), { to: scriptOf(STRANGER) }],
    [/TRX that is sent is 5000001, and was prepared as 5000000/, { value: honest.value + 1n }],
    [/TRX that is sent is 4999999/, { value: honest.value - 1n }],
    [
      /kind of contract is TriggerSmartContract, and was prepared as TransferContract/,
      { ...call, feeLimit: 9_000_000n },
    ],
    [/kind of contract is TriggerSmartContract/, { kind: "TriggerSmartContract" }],
    [/memo is 6869/, { memo: "6869" }],
    [/expiration is /, { expiration: honest.expiration + 1n }],
    [/timestamp is /, { timestamp: honest.timestamp + 1n }],
    [/permission is 2/, { permission: 2n }],
    [new RegExp(`account that calls or pays is ${STRANGER}, .*${rich}`), { owner: scriptOf(STRANGER) }],
    [/greatest fee is 1,/, { feeLimit: 1n }],
    [/token of TRC-10 sent along is 5 of 1000001/, { tokenValue: 5n, tokenId: 1_000_001n }],
    [/What is called is 0xa9059cbb/, { data: call.data }],
    [/block it builds on is /, { refBlockHash: "00".repeat(8) }],
  ];
  for (const [difference, change] of changes)
    await expect(
      takeSigned(hugo, { ...made, signed: await signedInstead(made.preparedId, change) }),
      String(difference),
    ).rejects.toEqual(code("VALIDATION_FAILED", difference));
  const text = await signedByTronOwner(hugo, made.preparedId);
  await expect(takeSigned(hugo, { ...made, signed: text.replace('"amount":5000000', '"amount":1') })).rejects.toEqual(
    code("VALIDATION_FAILED", /raw_data as in raw_data_hex/),
  );
  const strange = JSON.parse(text) as { signature: string[] };
  const stranger = tronWeb.utils.crypto.signTransaction("07".repeat(32), { ...strange, signature: [] } as never);
  await expect(takeSigned(hugo, { ...made, signed: JSON.stringify(stranger) })).rejects.toEqual(
    code("VALIDATION_FAILED", /The sender is /),
  );
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "PREPARED" });
  const { signed } = await signPrepared(hugo, made);
  expect(JSON.parse(signed)).toMatchObject({ raw_data_hex: (await fileOf(made.preparedId)).raw_data_hex });
  await takeSigned(hugo, { ...made, signed });
  await sendPrepared(hugo, made);
  await mine(1);
  await mine(79);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED" });
  expect(await sunOf(poor)).toBe(35_000_000n);
  expect(await world.broken()).toEqual([]);
});

test("the database holds what is signed, its amount, destination and end, and that it bounds no fee", async () => {
  const { moveId } = await request("6");
  const made = await prepare(moveId);
  await tron.anvil.ask("evm_increaseTime", [2 * 60 * 60 + 1]);
  await mine(80);
  await world.later(11_000);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({
    status: "CANCELLED",
    reason: expect.stringMatching(/expired/),
  });
  const honest = await preparedRow(world.ctx, made.preparedId);
  const tx = readTron(honest.unsigned);
  if (!tx) throw new Error("it is one");
  const unsigned = (change: Partial<TronTransaction>) => Buffer.from(writeTron({ ...tx, ...change })).toString("hex");
  const forged = (given: object) => forgedFrom(world.ctx, honest, given);
  expect(await forged({})).toBe("taken");
  for (const given of [
    { expiresAt: new Date((honest.expiresAt?.getTime() ?? 0) - 1) },
    { feeUnits: "1" },
    { feeRate: "999" },
    { size: 267 },
    { gasMissing: "1" },
    { activationUnits: "1" },
    ...[
      { owner: scriptOf(STRANGER) },
      { to: scriptOf(STRANGER) },
      { value: tx.value + 1n },
      { value: tx.value * 128n },
      { memo: "00" },
      { permission: 2n },
      { feeLimit: 1n },
      { data: "00" },
      { tokenValue: 1n },
      { kind: "TriggerSmartContract" as const },
      { expiration: tx.expiration + 1n },
    ].map((change) => ({ unsigned: unsigned(change) })),
    { unsigned: `${honest.unsigned}c00101` },
  ])
    expect(await forged(given), JSON.stringify(given)).toMatch(/does not say what was agreed to/);
});

test("without enough on any account it is refused", async () => {
  const has = await sunOf(rich);
  const wanted = (sun: bigint) => Decimal.of(sun, 6).toString();
  // All of it, and all but a sun of what its bytes cost.
  const all = await request(wanted(has));
  await expect(prepare(all.moveId)).rejects.toEqual(code("INSUFFICIENT_FUNDS", /No account of ours on tron has/));
  const close = await request(wanted(has - 268_999n));
  await expect(prepare(close.moveId)).rejects.toEqual(code("INSUFFICIENT_FUNDS", /what its own gas costs/));
  const ether = await requestMoveOrAsk(hugo, {
    ...way,
    asset: "ETH",
    from: "custody:eth",
    to: "custody:eth",
    quantity: Decimal.from("0.1"),
    address: await ethAddressOfOurs(),
  });
  await expect(prepare((ether as MoveRecord).moveId)).rejects.toEqual(
    code("INVALID_STATE", /does not leave custody:tron/),
  );
});

test("what has expired is approved again, and prepared again; a second transfer of the same sum is an alarm", async () => {
  const { moveId } = await request("7");
  const made = await prepare(moveId);
  await takeSigned(hugo, { ...made, signed: await signedByTronOwner(hugo, made.preparedId) });
  await tron.anvil.ask("evm_increaseTime", [2 * 60 * 60 + 1]);
  await tron.anvil.mine(1);
  await sendPrepared(hugo, made);
  expect((await getPrepared(hugo, made)).fault).toMatch(/TRANSACTION_EXPIRATION_ERROR/);
  await mine(80);
  await world.later(11_000);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "FAILED", reason: expect.stringMatching(/expired/) });
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "APPROVED" });
  const again = await prepare(moveId);
  await takeSigned(hugo, { ...again, signed: await signedByTronOwner(hugo, again.preparedId) });
  await sendPrepared(hugo, again);
  await mine(1);
  expect(await alarms()).toBe(0);
  await mine(79);
  expect(await getPrepared(hugo, again)).toMatchObject({ status: "CONFIRMED" });

  // The same sum once more, by nobody's leave: the move is done.
  const from = `0x${scriptOf(rich)}`;
  await tron.anvil.ask("anvil_impersonateAccount", [from]);
  await tron.anvil.ask("eth_sendTransaction", [{ from, to: `0x${scriptOf(poor)}`, value: "0x6acfc0" }]);
  await mine(1);
  expect(await alarms()).toBe(1);
});

test("TRX goes to the owner, to an address of the list: prepared, claimed as capital; what nobody agreed to is missing, until it is linked", async () => {
  const destination = { place: "owner", asset: "TRX", address: STRANGER, label: "The owner's" } as const;
  const { destinationId } = (await addDestinationOrAsk(hugo, destination)) as { destinationId: string };
  const out = { kind: "CAPITAL_OUT", from: "custody:tron", asset: "TRX", destinationId, note: "taken out" } as const;
  const capitalOf = async (quantity: string) =>
    ((await requestMoveOrAsk(hugo, { ...out, quantity: Decimal.from(quantity) })) as MoveRecord).moveId;
  const of = (account: string) => balanceOf(worker, account, "TRX");
  const [capital, custody, before] = [await of("house:capital"), await of("custody:tron"), await alarms()];
  const moveId = await capitalOf("9");
  const made = await prepare(moveId);
  await takeSigned(hugo, { ...made, signed: await signedByTronOwner(hugo, made.preparedId) });
  await sendPrepared(hugo, made);
  await mine(80);
  expect([(await getMove(hugo, { moveId })).status, (await getPrepared(hugo, made)).status, await alarms()]).toEqual([
    "ARRIVED",
    "CONFIRMED",
    before,
  ]);
  expect([await of("house:capital"), await sunOf(STRANGER)]).toEqual([capital - 9_000_000n, 9_000_000n]);
  expect(await of("custody:tron")).toBeLessThanOrEqual(custody - 9_000_000n);

  // Signed by the very key, and never agreed to: to the owner, and to an account of ours.
  const { preparedId } = await prepare(await capitalOf("8"));
  const sent = async (change: Partial<TronTransaction>) => {
    const { raw_data_hex, signature } = JSON.parse(await signedInstead(preparedId, change));
    const hex = signedTron(raw_data_hex, signature[0].toLowerCase())?.hex ?? "";
    expect(await worker.app.chains.tron?.send?.(hex)).toEqual({ taken: true });
  };
  await sent({ value: 11_000_000n });
  await sent({ value: 12_000_000n, to: scriptOf(poor) });
  await mine(1);
  expect([await alarms(), await of("house:missing")]).toEqual([before + 2, 11_000_000n]);
  const ada = await personOfHouse(world, "Ada");
  const another = contextFor(hugo.app, { actor: ada.actor, account: ada.account, requestId: "test" });
  const link = async (received: string, moveId: string) => {
    const { data } = await listCases(another, { kind: "UNKNOWN_SPEND" });
    const found = data.find(({ cause }) => cause.includes(` sent ${received} TRX to `));
    const subjectId = found?.caseId.slice("UNKNOWN_SPEND-".length) ?? "";
    return resolveOrAsk(another, { kind: "LINK", subjectId, moveId, note: "by the signer's own record" });
  };
  const [taken, brought] = [await capitalOf("11"), (await request("12")).moveId];
  await expect(link("11", brought)).rejects.toEqual(code("INVALID_STATE", /names/));
  await link("11", taken);
  await link("12", brought);
  await mine(1);
  expect([await alarms(), await of("house:missing"), await of("house:capital")]).toEqual([
    before,
    0n,
    capital - 20_000_000n,
  ]);
  expect([(await getMove(hugo, { moveId: taken })).status, (await getMove(hugo, { moveId: brought })).status]).toEqual([
    "ARRIVED",
    "ARRIVED",
  ]);
  expect(await world.broken()).toEqual([]);
});
