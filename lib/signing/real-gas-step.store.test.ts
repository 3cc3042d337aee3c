import { toHex, toRlp } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { code } from "#e2e/world/people-of.ts";
import { signedByOwner } from "#e2e/world/owner.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { differenceOf, keepGas, proveCustody } from "#lib/outgoing/prove-custody.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

const STRANGER = "0x00000000000000000000000000000000000000bb";

// Gas for an address of ours is a move of the house: agreed to, prepared, signed outside, sent once, and no alarm.

let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let hugo: Ctx;
let rich: string;
let poor: string;
beforeAll(async () => {
  node = await openAnvilWorld();
  ({ world, anvil, worker } = node);
  hugo = await node.person("Hugo");
  const [one, other] = [await node.paidBill(), await node.paidBill()];
  [rich, poor] = [one, other];
  await anvil.ask("anvil_setBalance", [rich, `0x${(2n * 10n ** 18n).toString(16)}`]);
  await anvil.mine(12);
  await runUntilIdle(worker, 30_000);
  await proveCustody(worker, purposes);
});
afterAll(() => node?.close());

const mine = async (blocks: number) => {
  await anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
  await keepGas(worker, purposes);
};
const way = { kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "ETH", note: "gas for collecting" } as const;
const request = async (quantity: string, address = poor) =>
  (await requestMoveOrAsk(hugo, { ...way, quantity: Decimal.from(quantity), address })) as MoveRecord;
const held = async () => {
  const of = (code: string) => balanceOf(worker, code, "ETH");
  return { custody: await of("custody:eth"), transit: await of("transit"), fee: await of("house:network-fee") };
};
const alarms = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.length;

test("an address gets its gas: agreed to, compared, sent once, claimed, its fee booked; away with its branch, and back", async () => {
  await expect(request("0.01", STRANGER)).rejects.toEqual(code("VALIDATION_FAILED"));
  const { moveId } = await request("0.01");
  const before = await held();
  const made = await prepareTransaction(hugo, { network: "eth", moveIds: [moveId] });
  expect(made).toMatchObject({
    asset: "ETH",
    outputs: [{ kind: "MOVE", moveId, address: expect.stringMatching(new RegExp(poor, "i")) }],
  });
  expect([made.quantity.toString(), made.gasStep]).toEqual(["0.01", undefined]);
  // A wei more than was agreed to is refused with the difference.
  await expect(takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId, 1n) })).rejects.toThrow(
    /ether sent along is 10000000000000001/,
  );
  await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
  const snapshot = await anvil.ask("evm_snapshot");
  await Promise.all([sendPrepared(hugo, made), sendPrepared(hugo, made)]);
  await mine(1);
  const fee = (await held()).fee - before.fee;
  expect(fee).toBeGreaterThan(0n);
  expect(await held()).toEqual({ custody: before.custody - fee, transit: 0n, fee: before.fee + fee });
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "ARRIVED" });
  expect(await alarms()).toBe(0);
  expect(await world.broken()).toEqual([]);

  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [9]);
  await mine(3);
  expect(await held()).toEqual(before);
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "APPROVED" });
  expect(await world.broken()).toEqual([]);

  await world.later(61_000);
  await runUntilIdle(worker, 30_000);
  await mine(1);
  await mine(14);
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "ARRIVED" });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED" });
  expect(BigInt((await anvil.ask("eth_getBalance", [poor, "latest"])) as string)).toBe(10n ** 16n);
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "ETH").map(differenceOf)).toEqual([0n]);
  expect(await alarms()).toBe(0);
  expect(await world.broken()).toEqual([]);
});

test("a second transfer of the same sum is an alarm, and what loses its number to one without a token has failed", async () => {
  const { moveId } = await request("0.02");
  const made = await prepareTransaction(hugo, { network: "eth", moveIds: [moveId] });
  await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
  await anvil.ask("anvil_impersonateAccount", [rich]);
  await anvil.ask("eth_sendTransaction", [{ from: rich, to: poor, value: `0x${(10n ** 16n).toString(16)}` }]);
  await mine(1);
  expect(await alarms()).toBe(1);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "SIGNED" });
  await mine(80);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "FAILED" });
  expect(await getMove(hugo, { moveId })).toMatchObject({ status: "APPROVED" });
  expect(await world.broken()).toEqual([]);
});

test("ether goes to the owner: to an address of the list alone, compared, claimed as capital; away with its branch, and back", async () => {
  const list = (place: string, address: string) =>
    addDestinationOrAsk(hugo, { place, asset: "ETH", address, label: "The owner's" });
  await expect(list("custody:eth", poor)).rejects.toEqual(code("VALIDATION_FAILED", /the owner alone/));
  const { destinationId } = (await list("owner", STRANGER)) as { destinationId: string };
  const out = { kind: "CAPITAL_OUT", from: "custody:eth", asset: "ETH", note: "taken out" } as const;
  const wanted = { ...out, quantity: Decimal.from("0.25") };
  await expect(requestMoveOrAsk(hugo, wanted)).rejects.toEqual(code("VALIDATION_FAILED", /destinationId/));
  const { moveId } = (await requestMoveOrAsk(hugo, { ...wanted, destinationId })) as MoveRecord;
  const [before, capital, alarmed] = [await held(), await balanceOf(worker, "house:capital", "ETH"), await alarms()];
  const made = await prepareTransaction(hugo, { network: "eth", moveIds: [moveId] });
  expect(made.outputs).toMatchObject([
    { kind: "MOVE", moveId, address: expect.stringMatching(new RegExp(STRANGER, "i")) },
  ]);
  // The database compares the account that is paid with the address of the list.
  const agreed = async (script: string) => {
    const { rows } = await world.app.database.pool.query(
      `select is_agreed_output(p, jsonb_populate_record(x, jsonb_build_object('script', $2::text))) as is
       from prepared_transaction p join prepared_output x on x.prepared_id = p.id where p.id = $1`,
      [made.preparedId, script],
    );
    return rows[0]?.is;
  };
  expect([await agreed(STRANGER.slice(2)), await agreed(poor.slice(2).toLowerCase())]).toEqual([true, false]);
  await expect(takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId, 1n) })).rejects.toThrow(
    /ether sent along/,
  );
  await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
  const snapshot = await anvil.ask("evm_snapshot");
  await sendPrepared(hugo, made);
  await mine(1);
  const fee = (await held()).fee - before.fee;
  const gone = { custody: before.custody - 250_000_000n - fee, transit: 0n, fee: before.fee + fee };
  expect([await held(), await balanceOf(worker, "house:capital", "ETH")]).toEqual([gone, capital - 250_000_000n]);
  expect([(await getMove(hugo, { moveId })).status, await alarms()]).toEqual(["ARRIVED", alarmed]);
  expect(await world.broken()).toEqual([]);

  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [9]);
  await mine(3);
  expect([await held(), await balanceOf(worker, "house:capital", "ETH")]).toEqual([before, capital]);
  expect((await getMove(hugo, { moveId })).status).toBe("APPROVED");
  expect(await world.broken()).toEqual([]);

  await world.later(61_000);
  await runUntilIdle(worker, 30_000);
  await mine(1);
  await mine(80);
  expect([(await getMove(hugo, { moveId })).status, (await getPrepared(hugo, made)).status]).toEqual([
    "ARRIVED",
    "CONFIRMED",
  ]);
  expect(BigInt((await anvil.ask("eth_getBalance", [STRANGER, "latest"])) as string)).toBe(25n * 10n ** 16n);
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "ETH").map(differenceOf)).toEqual([0n]);
  expect(await world.broken()).toEqual([]);
});

test("a second transfer to the owner of the same sum is missing, and a case", async () => {
  const [missing, alarmed] = [await balanceOf(worker, "house:missing", "ETH"), await alarms()];
  await anvil.ask("eth_sendTransaction", [{ from: rich, to: STRANGER, value: `0x${(25n * 10n ** 16n).toString(16)}` }]);
  await mine(1);
  expect([await balanceOf(worker, "house:missing", "ETH"), await alarms()]).toEqual([
    missing + 250_000_000n,
    alarmed + 1,
  ]);
  expect(await world.broken()).toEqual([]);
});

test("capital that unseen ether pays for waits for it, and waits again once the block that showed it is gone", async () => {
  const { data } = await listDestinations(hugo);
  const destinationId = data.find(({ asset }) => asset === "ETH")?.destinationId ?? "";
  const out = { kind: "CAPITAL_OUT", from: "custody:eth", asset: "ETH", destinationId, note: "taken out" } as const;
  const { moveId } = (await requestMoveOrAsk(hugo, { ...out, quantity: Decimal.from("8") })) as MoveRecord;
  const [before, capital] = [await held(), await balanceOf(worker, "house:capital", "ETH")];
  await anvil.ask("anvil_setBalance", [rich, `0x${(10n * 10n ** 18n).toString(16)}`]);
  await anvil.ask("eth_sendTransaction", [{ from: rich, to: STRANGER, value: `0x${(8n * 10n ** 18n).toString(16)}` }]);
  await anvil.mine(1);
  await runUntilIdle(worker, 60_000);
  expect([await held(), (await getMove(hugo, { moveId })).status]).toEqual([before, "APPROVED"]);
  const snapshot = await anvil.ask("evm_snapshot");
  const found = async (blocks: number) => {
    await anvil.mine(blocks);
    await runUntilIdle(worker, 60_000);
    await world.later(600_001);
    await keepGas(worker, purposes);
    await mine(1);
  };
  await found(1);
  const capitalNow = () => balanceOf(worker, "house:capital", "ETH");
  expect([await capitalNow(), (await getMove(hugo, { moveId })).status]).toEqual([capital - 8_000_000_000n, "ARRIVED"]);
  expect(await world.broken()).toEqual([]);
  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [9]);
  await anvil.mine(6);
  await runUntilIdle(worker, 60_000);
  expect([await capitalNow(), (await getMove(hugo, { moveId })).status]).toEqual([capital, "APPROVED"]);
  expect(await world.broken()).toEqual([]);
  await found(1);
  expect([await capitalNow(), (await getMove(hugo, { moveId })).status]).toEqual([capital - 8_000_000_000n, "ARRIVED"]);
  expect(await world.broken()).toEqual([]);
});

test("more ether than a number of eight bytes holds goes as any: to the wei, and not a wei more", async () => {
  const wealth = 60n * 10n ** 18n;
  await anvil.ask("anvil_setBalance", [rich, `0x${wealth.toString(16)}`]);
  await mine(1);
  await proveCustody(worker, purposes);
  for (const quantity of ["9.223372036854775808", "18.446744073709551615", "19"]) {
    const gwei = Decimal.from(quantity).floorUnits(9);
    const { moveId } = await request(Decimal.of(gwei, 9).toString());
    const made = await prepareTransaction(hugo, { network: "eth", moveIds: [moveId] });
    expect(made.quantity.toString()).toBe(Decimal.of(gwei, 9).toString());
    await expect(takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId, 1n) })).rejects.toThrow(
      new RegExp(`ether sent along is ${gwei * 10n ** 9n + 1n}`),
    );
    const before = BigInt((await anvil.ask("eth_getBalance", [poor, "latest"])) as string);
    await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
    await sendPrepared(hugo, made);
    await mine(1);
    await mine(14);
    expect(await getMove(hugo, { moveId })).toMatchObject({ status: "ARRIVED" });
    expect(BigInt((await anvil.ask("eth_getBalance", [poor, "latest"])) as string) - before).toBe(gwei * 10n ** 9n);
  }
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "ETH").map(differenceOf)).toEqual([0n]);
  expect(await world.broken()).toEqual([]);
});

test("the database writes a number as RLP does", async () => {
  const numbers = [
    1n,
    127n,
    128n,
    255n,
    256n,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 64n - 1n,
    2n ** 64n,
    120n * 10n ** 24n,
    2n ** 128n - 1n,
  ];
  const { rows } = await world.app.database.pool.query(
    "select rlp_number(n::numeric) as rlp from unnest($1::text[]) with ordinality u(n, at) order by at",
    [numbers.map(String)],
  );
  expect(rows.map(({ rlp }) => `0x${rlp}`)).toEqual(numbers.map((number) => toRlp(toHex(number))));
});
