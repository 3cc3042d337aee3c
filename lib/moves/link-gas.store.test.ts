import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, waits } from "#e2e/world/people-of.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { differenceOf, keepGas, proveCustody } from "#lib/outgoing/prove-custody.ts";
import { cancelPrepared } from "#lib/signing/end-prepared.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import type { MoveRecord } from "./contract.ts";
import { getMove } from "./read-moves.ts";
import { cancelMove } from "./request-move.ts";

// Ether that one account of ours gave to another before anybody had agreed to it is an alarm, until another person than who
// asked for the move says that it was that move; on a real node, which signs for every account.

const GWEI = 1_000_000_000n;
const STRANGER = "0x00000000000000000000000000000000000000bb";
const OWNER = "0x00000000000000000000000000000000000000cc";
const asHex = (value: bigint): string => `0x${value.toString(16)}`;

let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let ada: Ctx;
let grace: Ctx;
let rich: string;
let poor: string;
let other: string;
beforeAll(async () => {
  node = await openAnvilWorld();
  ({ world, anvil, worker } = node);
  [ada, grace] = [await node.person("Ada"), await node.person("Grace")];
  [rich, poor, other] = [await node.paidBill(), await node.paidBill(), await node.paidBill()];
  await anvil.ask("anvil_setBalance", [rich, asHex(2n * 10n ** 18n)]);
  await mine(12);
  await proveCustody(worker, purposes);
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => node?.close());

const mine = async (blocks: number) => {
  await anvil.mine(blocks);
  await settled();
};
const settled = async () => {
  await runUntilIdle(worker, 60_000);
  await world.later(600_001);
  await keepGas(worker, purposes);
  await runUntilIdle(worker, 60_000);
};
/** Each field of it stated, so that it is the same transaction after a reorganisation. */
const give = async (to: string, wei: bigint) => {
  await anvil.ask("anvil_impersonateAccount", [rich]);
  const price = { gas: "0x5208", maxFeePerGas: asHex(20n * GWEI), maxPriorityFeePerGas: asHex(GWEI) };
  return (await anvil.ask("eth_sendTransaction", [{ from: rich, to, value: asHex(wei), ...price }])) as string;
};
const way = { kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "ETH", note: "gas for collecting" } as const;
const agreed = async (quantity: string, address = poor) => {
  const made = (await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), address })) as MoveRecord;
  return made.moveId;
};
const status = async (moveId: string) => (await getMove(ada, { moveId })).status;
const cases = async () => (await listCases(grace, { kind: "UNKNOWN_SPEND" })).data;
const caseOf = async (txHash: string) => (await cases()).find(({ causeFacts }) => causeFacts.txHash === txHash);
const subjectOf = async (txHash: string) => (await caseOf(txHash))?.caseId.slice("UNKNOWN_SPEND-".length) ?? "";
const held = async () => {
  const of = (code: string) => balanceOf(worker, code, "ETH");
  return { custody: await of("custody:eth"), transit: await of("transit"), fee: await of("house:network-fee") };
};
const events = async (txHash: string, moveId: string) => {
  const { rows } = await world.app.database.pool.query<{ event: string }>(
    "select event from ledger_transaction where effect_key like $1 or effect_key like $2 order by id",
    [`gas:eth:${txHash}:%`, `move:${moveId}:%`],
  );
  return rows.map(({ event }) => event);
};
const note = "by the signer's own record";

test("ether sent before it was agreed to is linked by somebody else, mirrored and booked as the move's; away with its block and back, and a case again once its move is not waited for", async () => {
  const before = await held();
  const snapshot = await anvil.ask("evm_snapshot");
  const txHash = await give(poor, 10n ** 16n);
  await mine(1);
  const found = await caseOf(txHash);
  expect(found?.causeFacts).toMatchObject({ gas: true, own: true, left: false, booked: true, to: poor.toLowerCase() });
  expect(found?.cause).toMatch(/0\.01 ETH to 0x.* is booked as a fee\./);
  const subjectId = await subjectOf(txHash);
  const alone = await held();
  const moveId = await agreed("0.01");
  const link = { kind: "LINK", subjectId, moveId, note } as const;
  await expect(resolveOrAsk(ada, link)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
  for (const wrong of [await agreed("0.011"), await agreed("0.01", other)])
    await expect(resolveOrAsk(grace, { ...link, moveId: wrong })).rejects.toEqual(code("INVALID_STATE", /names/));
  await expect(resolveOrAsk(grace, { ...link, kind: "WRITE_OFF", moveId: undefined })).rejects.toEqual(
    code("INVALID_STATE"),
  );
  const made = await resolveOrAsk(grace, link);
  expect(made).toMatchObject({ kind: "LINK", subject: "GAS", asset: "ETH", moveId, reference: txHash });
  await settled();
  expect([await held(), await status(moveId), await caseOf(txHash)]).toEqual([alone, "ARRIVED", undefined]);
  expect(await events(txHash, moveId)).toEqual(["gas.booked", "gas.reversed", "move.left", "move.arrived"]);
  expect(await auditedOf(grace, "resolutionId" in made ? made.resolutionId : "")).toMatchObject([
    { action: "resolution.make", detail: { moveId, note, subject: "GAS" } },
  ]);
  await expect(resolveOrAsk(grace, link)).rejects.toEqual(code("INVALID_STATE"));
  expect(await world.broken()).toEqual([]);

  const again = async () => {
    await anvil.ask("evm_revert", [snapshot]);
    const next = await anvil.ask("evm_snapshot");
    await anvil.ask("evm_increaseTime", [9]);
    await mine(3);
    expect([await held(), await status(moveId), await cases()]).toEqual([before, "APPROVED", []]);
    expect(await world.broken()).toEqual([]);
    return next;
  };
  const second = await again();
  expect(await give(poor, 10n ** 16n)).toBe(txHash);
  await mine(1);
  expect([(await held()).transit, await status(moveId), await cases()]).toEqual([0n, "ARRIVED", []]);
  expect(await world.broken()).toEqual([]);
  await anvil.ask("evm_revert", [second]);
  await anvil.ask("evm_increaseTime", [21]);
  await mine(6);
  expect([await held(), await status(moveId)]).toEqual([before, "APPROVED"]);
  await cancelMove(ada, { moveId, note: "not wanted any more" });
  await give(poor, 10n ** 16n);
  await mine(1);
  expect(await subjectOf(txHash)).toBe(subjectId);
  // And it may be another one's.
  const instead = await agreed("0.01");
  await resolveOrAsk(grace, { ...link, moveId: instead });
  await settled();
  expect([await status(instead), await caseOf(txHash)]).toEqual(["ARRIVED", undefined]);
  const { proofs } = await proveCustody(worker, purposes);
  expect(proofs.filter(({ asset }) => asset === "ETH").map(differenceOf)).toEqual([0n]);
});

test("ether that went to the owner is linked to the capital that was agreed to: no more missing, mirrored with its block, and missing again once its move is not waited for", async () => {
  const destination = { place: "owner", asset: "ETH", address: OWNER, label: "The owner's" } as const;
  const { destinationId } = (await addDestinationOrAsk(ada, destination)) as { destinationId: string };
  const out = { kind: "CAPITAL_OUT", from: "custody:eth", asset: "ETH", destinationId, note: "taken out" } as const;
  const capitalOf = async (quantity: string) =>
    ((await requestMoveOrAsk(ada, { ...out, quantity: Decimal.from(quantity) })) as MoveRecord).moveId;
  const books = async () => ({
    ...(await held()),
    missing: await balanceOf(worker, "house:missing", "ETH"),
    capital: await balanceOf(worker, "house:capital", "ETH"),
  });
  const before = await books();
  const snapshot = await anvil.ask("evm_snapshot");
  const [txHash, stolen] = [await give(OWNER, 10n ** 17n), await give(STRANGER, 10n ** 17n)];
  await mine(1);
  const lost = await books();
  expect(lost.missing).toBe(before.missing + 200_000_000n);
  const [subjectId, stolenId] = [await subjectOf(txHash), await subjectOf(stolen)];
  const moveId = await capitalOf("0.1");
  const link = { kind: "LINK", subjectId, moveId, note } as const;
  await expect(resolveOrAsk(ada, link)).rejects.toEqual(code("FORBIDDEN"));
  // Neither what went to another person, nor a move of gas, nor another sum.
  await expect(resolveOrAsk(grace, { ...link, subjectId: stolenId })).rejects.toEqual(code("INVALID_STATE", /names/));
  for (const wrong of [await agreed("0.1"), await capitalOf("0.11")])
    await expect(resolveOrAsk(grace, { ...link, moveId: wrong })).rejects.toEqual(code("INVALID_STATE", /names/));
  await resolveOrAsk(grace, link);
  await settled();
  const linked = { ...lost, missing: lost.missing - 100_000_000n, capital: lost.capital - 100_000_000n };
  expect([await books(), await status(moveId)]).toEqual([linked, "ARRIVED"]);
  expect((await cases()).map(({ causeFacts }) => causeFacts.txHash)).toEqual([stolen]);
  expect(await world.broken()).toEqual([]);
  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [9]);
  await mine(14);
  expect([await books(), await status(moveId)]).toEqual([before, "APPROVED"]);
  expect(await world.broken()).toEqual([]);
  await cancelMove(ada, { moveId, note: "not wanted any more" });
  expect(await give(OWNER, 10n ** 17n)).toBe(txHash);
  await mine(1);
  expect([(await books()).missing, await subjectOf(txHash)]).toEqual([before.missing + 100_000_000n, subjectId]);
  // What was written off is no move's any more.
  await mine(14);
  await resolveOrAsk(grace, { kind: "WRITE_OFF", subjectId, note: "gone" });
  await expect(resolveOrAsk(grace, { ...link, moveId: await capitalOf("0.1") })).rejects.toEqual(
    code("INVALID_STATE", /was resolved/),
  );
});

test("the database reads an address of tron as its chain does, and none whose account is another", async () => {
  const { rows } = await world.app.database.pool.query(
    `select account_of('tron', 'TQooBX9o8iSSprLWW96YShBogx7Uwisuim') as tron, account_of('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t') as token,
      account_of('eth', '0x00000000219ab540356cBB839Cbe05303d7705Fa') as eth`,
  );
  const scriptOf = (network: Network, address: string) => readAddress(network, address)?.script;
  expect(rows[0]).toEqual({
    tron: scriptOf("tron", "TQooBX9o8iSSprLWW96YShBogx7Uwisuim"),
    token: "a614f803b6fd780986a42c78ec9c7f77e6ded13c",
    eth: scriptOf("eth", "0x00000000219ab540356cBB839Cbe05303d7705Fa"),
  });
});

test("of two transactions one is the move, and what stands prepared is cancelled first", async () => {
  const [first, second] = [await give(poor, 2n * 10n ** 16n), await give(poor, 2n * 10n ** 16n)];
  await mine(1);
  const moveId = await agreed("0.02");
  const link = { kind: "LINK", moveId, note } as const;
  await resolveOrAsk(grace, { ...link, subjectId: await subjectOf(first) });
  await expect(resolveOrAsk(grace, { ...link, subjectId: await subjectOf(second) })).rejects.toEqual(
    code("INVALID_STATE", /left by another/),
  );
  await settled();
  expect([await status(moveId), (await cases()).length]).toEqual(["ARRIVED", 1]);
  const rest = { ...link, subjectId: await subjectOf(second), moveId: await agreed("0.02") };
  const prepared = await prepareTransaction(grace, { network: "eth", moveIds: [rest.moveId] });
  await expect(resolveOrAsk(grace, rest)).rejects.toEqual(code("INVALID_STATE", /cancel that first/));
  await cancelPrepared(grace, { ...prepared, note: "it had gone already" });
  await resolveOrAsk(grace, rest);
  await settled();
  expect([await status(rest.moveId), await cases()]).toEqual(["ARRIVED", []]);
});

test("past the program, the database takes this link and no other", async () => {
  const sent = await give(other, 4n * 10n ** 16n);
  const stolen = await give(STRANGER, 5n * 10n ** 16n);
  await mine(1);
  const right = await agreed("0.04", other);
  const [more, elsewhere, ended, lost] = [
    await agreed("0.041", other),
    await agreed("0.04"),
    await agreed("0.04", other),
    await agreed("0.05", other),
  ];
  await cancelMove(ada, { moveId: ended, note: "x" });
  const destination = { place: "owner", asset: "ETH", address: other, label: "In truth an account of ours" } as const;
  const { destinationId } = (await addDestinationOrAsk(ada, destination)) as { destinationId: string };
  const out = { kind: "CAPITAL_OUT", from: "custody:eth", asset: "ETH", destinationId, note: "x" } as const;
  const { moveId: capital } = (await requestMoveOrAsk(ada, { ...out, quantity: Decimal.from("0.04") })) as MoveRecord;
  const subjectId = await subjectOf(sent);
  const stolenId = await subjectOf(stolen);
  const mirrored = "times_reversed = times_posted";
  const set = (id: string, moveId: string, more = mirrored) =>
    world.app.database.pool.query(`update gas_payment set ${more}, move_id = $2 where id = $1`, [id, moveId]);
  for (const wrong of [more, elsewhere, ended, capital])
    await expect(set(subjectId, wrong)).rejects.toThrow(/linked to it whole/);
  await expect(set(stolenId, lost)).rejects.toThrow(/linked to it whole/);
  await expect(set(stolenId, lost, `${mirrored}, own = true`)).rejects.toThrow(/permission|linked to it whole/);
  await expect(set(subjectId, right, "block_height = block_height")).rejects.toThrow(/in the books/);
  await expect(set(subjectId, right)).rejects.toThrow(/person links/);
  // Mirrored and booked again as what it was, it is no move's beside that.
  const twice = `do $$ begin update gas_payment set ${mirrored} where id = '${subjectId}';
    update gas_payment set times_posted = times_posted + 1, move_id = '${right}' where id = '${subjectId}'; end $$`;
  await expect(world.app.database.pool.query(twice)).rejects.toThrow(/linked to it whole/);
  const resolution = `insert into resolution (id, kind, subject, subject_id, asset, units, move_id, note, made_by)
    values (gen_random_uuid(), 'LINK', 'GAS', '${subjectId}', 'ETH', 40000000, '${right}', 'x', 'staff:Grace')`;
  await expect(world.app.database.pool.query(resolution)).rejects.toThrow(/explains what has left|audit/);
  expect([await status(right), await subjectOf(sent)]).toEqual(["APPROVED", subjectId]);
  // What stays with us is no capital that has left, whatever its destination is called.
  await cancelMove(ada, { moveId: right, note: "x" });
  const stayed = await give(other, 4n * 10n ** 16n);
  await mine(1);
  expect([await status(capital), (await caseOf(stayed))?.causeFacts.own]).toEqual(["APPROVED", true]);
});

test("two persons are two where they are asked for, and what changed meanwhile is refused", async () => {
  const txHash = await give(other, 3n * 10n ** 16n);
  await mine(1);
  const moveId = await agreed("0.03", other);
  await changeSettings(world.ctx, { secondPerson: "always" });
  const link = { kind: "LINK", subjectId: await subjectOf(txHash), moveId, note } as const;
  const request = waits(await resolveOrAsk(grace, link));
  expect(request).toMatchObject({ what: "resolution", request: { asset: "ETH", quantity: "0.03", moveId, note } });
  expect(await status(moveId)).toBe("APPROVED");
  await expect(approve(grace, request)).rejects.toEqual(code("FORBIDDEN"));
  await approve(ada, request);
  await settled();
  expect([await status(moveId), await caseOf(txHash)]).toEqual(["ARRIVED", undefined]);
});
