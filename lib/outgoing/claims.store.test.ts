import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { recordedBefore } from "#e2e/world/recorded-before.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setAgreed } from "#e2e/world/agreed.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Waiting } from "#lib/contract/out.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { readBalance } from "#lib/ledger/store.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { listMoves } from "#lib/moves/read-moves.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";

// What was approved is no theft: payouts and moves claim the transaction that carries them out, and no other.

const [PAID, VENUE] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"];

let world: World;
let ada: Ctx;
let operator: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ada = await personOfHouse(world, "Ada");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.3", "0.4"]) await world.retained(quantity);
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const take = async (quantity: string, to: string, txHash?: string) =>
  (
    await spend(operator, {
      network: "bitcoin",
      asset: "BTC",
      quantity: Decimal.from(quantity),
      to,
      ...(txHash ? { txHash } : {}),
    })
  ).txHash;
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const cases = async () => (await listCases(ada, { kind: "UNKNOWN_SPEND" })).data;
const BOOKS = ["custody:bitcoin", "house:missing", "house:network-fee", "transit"] as const;
const books = async () => {
  const of = async (code: string) => amountOf("BTC", await readBalance(operator, code, "BTC")).toString();
  return Promise.all(BOOKS.map(of));
};
/** How the books have moved since. */
const since = async (before: readonly string[]) =>
  (await books()).map((now, at) =>
    Decimal.from(now)
      .minus(Decimal.from(before[at] ?? "0"))
      .toString(),
  );
const payout = async (quantity: string): Promise<string> => {
  const input = { asset: "BTC", quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
  return JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text).payoutId;
};
const statusOf = async (payoutId: string) =>
  (await world.ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } })).status;

test("a payout recorded before its transaction was seen, by an earlier release, is taken out of custody once", async () => {
  const before = await books();
  const txHash = "c0".repeat(32);
  await recordedBefore(world, "0.04", txHash);
  await take("0.04", "bc1qsomebody", txHash);
  await mine();
  expect(await since(before)).toEqual(["-0.04001", "0", "0.00001", "0"]);
  expect(await cases()).toEqual([]);
});

describe("where an account has never had a beneficiary", () => {
  const record = (txHash?: string) =>
    payOrAsk(world.ctx, {
      ...{ asset: "BTC", quantity: Decimal.from("0.01"), reference: "by hand" },
      ...(txHash && { txHash }),
    });

  test("crypto is recorded without a transaction, or by one that is final, and who decides sees where that went", async () => {
    const txHash = await take("0.01", "bc1qsomebody");
    await mine();
    await expect(record(txHash)).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: "This transaction has 1 of 2 confirmations: record the payout once it is final.",
    });
    await mine();
    await setAgreed(world.ctx, { secondPerson: "always" });
    const { request } = (await record(txHash)) as Waiting<ApprovalRecord>;
    expect(request.payout).toMatchObject({ txHash, place: "bc1qsomebody" });
    const { payoutId = "" } = await approve(ada, { approvalId: request.approvalId });
    expect(JSON.parse((await getPayout(world.ctx, { payoutId })).text)).toMatchObject({ status: "RECORDED", txHash });
    await setAgreed(world.ctx, { secondPerson: "default" });
    await world.settle();
    expect(await cases()).toEqual([]);
    const bare = JSON.parse(((await record()) as Raw<PayoutRecord>).text);
    expect(bare).toMatchObject({ status: "RECORDED" });
    expect(bare.txHash).toBeUndefined();
  });
});

describe("a payout", () => {
  beforeAll(async () => {
    ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
  });

  test("is carried out by what pays its destination to the unit: in a block, gone with it, back, and final", async () => {
    const before = await books();
    const payoutId = await payout("0.1");
    const txHash = await take("0.1", PAID);
    await world.settle();
    expect([await statusOf(payoutId), await cases()]).toEqual(["BROADCAST", []]);
    expect(await since(before)).toEqual(["0", "0", "0", "0"]);
    await mine();
    expect(await since(before)).toEqual(["-0.10001", "0", "0.00001", "0"]);
    expect(await world.broken()).toEqual([]);
    await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
    await world.settle();
    expect(await since(before)).toEqual(["0", "0", "0", "0"]);
    expect([await statusOf(payoutId), await cases()]).toEqual(["BROADCAST", []]);
    // The owner sends it again: another transaction, that takes the place of the one that is gone.
    await take("0.1", PAID);
    await mine(3);
    expect(await since(before)).toEqual(["-0.10001", "0", "0.00001", "0"]);
    expect([await statusOf(payoutId), await cases()]).toEqual(["CONFIRMED", []]);
  });

  test("is carried out once: a second transaction that pays the same is a case", async () => {
    const before = await books();
    const payoutId = await payout("0.02");
    await take("0.02", PAID);
    const second = await take("0.02", PAID);
    await mine(3);
    expect(await since(before)).toEqual(["-0.04002", "0.02", "0.00002", "0"]);
    expect(await statusOf(payoutId)).toBe("CONFIRMED");
    expect(await cases()).toMatchObject([{ causeFacts: { txHash: second, to: PAID } }]);
    await reorganise(operator, { network: "bitcoin", depth: 3, drop: [second] });
    await world.settle();
  });

  test("another amount, or another destination, is a case", async () => {
    const payoutId = await payout("0.03");
    const [less, elsewhere] = [await take("0.029", PAID), await take("0.03", "bc1qthief")];
    await mine();
    expect(await statusOf(payoutId)).toBe("APPROVED");
    expect((await cases()).map(({ causeFacts }) => causeFacts.txHash).sort()).toEqual([less, elsewhere].sort());
    await reorganise(operator, { network: "bitcoin", depth: 1, drop: [less, elsewhere] });
    await world.settle();
    expect(await cases()).toEqual([]);
  });

  test("recorded after its transaction was seen, is what was missing; not more than that left", async () => {
    const before = await books();
    const txHash = await take("0.05", PAID);
    await mine(2);
    expect(await since(before)).toEqual(["-0.05001", "0.05", "0.00001", "0"]);
    const record = (quantity: string) =>
      recordPayout(world.ctx, { asset: "BTC", quantity: Decimal.from(quantity), reference: "by hand", txHash });
    await expect(record("0.06")).rejects.toMatchObject({ code: "INVALID_STATE" });
    await record("0.05");
    await world.settle();
    expect(await since(before)).toEqual(["-0.05001", "0", "0.00001", "0"]);
    expect(await cases()).toEqual([]);
    expect(await world.broken()).toEqual([]);
    await expect(record("0.05")).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("recorded by a transaction is paid by it exactly, there, once, and by no other account's beneficiary", async () => {
    const record = (quantity: string, txHash: string, to?: string) =>
      payOrAsk(world.ctx, {
        ...{ asset: "BTC", quantity: Decimal.from(quantity), reference: "by hand", txHash },
        ...(to && { beneficiaryId: to }),
      }) as Promise<Raw<PayoutRecord>>;
    const refused = { code: "INVALID_STATE", message: expect.stringMatching(/pays exactly this, there/) };
    await expect(record("0.02", "ff".repeat(32))).rejects.toMatchObject(refused);
    const [there, elsewhere, again] = [
      await take("0.02", PAID),
      await take("0.02", "bc1qthief"),
      await take("0.02", PAID),
    ];
    await world.settle();
    await expect(record("0.02", there)).rejects.toMatchObject(refused);
    await mine();
    await expect(record("0.02", there)).rejects.toMatchObject({ message: expect.stringMatching(/1 of 2 confirm/) });
    await mine();
    for (const less of ["0.01999999", "0.01"]) await expect(record(less, there)).rejects.toMatchObject(refused);
    await expect(record("0.02", elsewhere, beneficiaryId)).rejects.toMatchObject(refused);
    const recorded = JSON.parse((await record("0.02", there, beneficiaryId)).text) as PayoutRecord;
    expect(recorded).toMatchObject({ status: "RECORDED", beneficiaryId, place: PAID, txHash: there });
    await expect(record("0.02", there, beneficiaryId)).rejects.toMatchObject(refused);
    // The beneficiary need not be named: the transaction pays it. What pays none of the account's is not recorded, nor what
    // names no transaction; no beneficiary being left lifts nothing.
    expect(JSON.parse((await record("0.02", again)).text)).toMatchObject({ beneficiaryId, place: PAID });
    const nobody = { code: "INVALID_STATE", message: expect.stringMatching(/to no beneficiary of the account/) };
    await expect(record("0.02", elsewhere)).rejects.toMatchObject(nobody);
    const bare = { asset: "BTC", quantity: Decimal.from("0.02"), reference: "by hand" } as const;
    await expect(recordPayout(world.ctx, bare)).rejects.toMatchObject({ message: /txHash is required/ });
    await retireBeneficiary(world.ctx, { beneficiaryId });
    await expect(record("0.02", elsewhere)).rejects.toMatchObject(nobody);
    await expect(payOrAsk(world.ctx, bare)).rejects.toMatchObject({ message: /beneficiaryId is required/ });
    await expect(recordPayout(world.ctx, bare)).rejects.toMatchObject({ message: /txHash is required/ });
    const { pool } = world.app.database;
    for (const [what, named] of [
      ["tx_hash", `'${elsewhere}'`],
      ["bank_reference", "null"],
    ])
      await expect(
        pool.query(`insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, ${what})
          select gen_random_uuid(), account_id, asset, 2000000, false, 'r', recorded_by, ${named} from payout where id = '${recorded.payoutId}'`),
      ).rejects.toThrow(/names its transaction and the beneficiary/);
    ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
    await reorganise(operator, { network: "bitcoin", depth: 2, drop: [elsewhere] });
    await world.settle();
    expect(await cases()).toEqual([]);
    const lie = `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, tx_hash, beneficiary_id)
      select gen_random_uuid(), account_id, asset, 1000, false, 'r', recorded_by, tx_hash, '${beneficiaryId}' from payout where id = '${recorded.payoutId}'`;
    await expect(world.app.database.pool.query(lie)).rejects.toThrow(/recorded by the transaction that paid it/);
  });

  test("recorded by a transaction that no block has any more, however deep it was, is a case until one has", async () => {
    const txHash = await take("0.015", PAID);
    await mine(2);
    await recordPayout(world.ctx, { asset: "BTC", quantity: Decimal.from("0.015"), reference: "deep", txHash });
    await world.settle();
    await reorganise(operator, { network: "bitcoin", depth: 2, drop: [txHash] });
    await world.settle();
    await world.later(11 * 60_000);
    const lost = async () => (await listCases(ada, { kind: "NOT_PAID" })).data;
    expect(await lost()).toMatchObject([{ causeFacts: { txHash }, cause: expect.stringContaining("in no block") }]);
    await world.ctx.db
      .$executeRaw`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = ${txHash}`;
    await world.settle();
    await mine(2);
    expect(await lost()).toEqual([]);
  });

  test("is no word of whoever writes a row: what nobody approved explains nothing", async () => {
    const txHash = await take("0.001", "bc1qthief");
    await mine();
    const [theft] = await cases();
    expect(theft?.causeFacts.txHash).toBe(txHash);
    const { pool } = world.app.database;
    for (const kind of ["PAYOUT", "MOVE", "RECORDED"])
      await expect(
        pool.query(
          `insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at)
           select id, 'BTC', $1, gen_random_uuid(), 100000, now() from outgoing where tx_hash = $2`,
          [kind, txHash],
        ),
      ).rejects.toThrow(/explained by what was approved alone/);
    await expect(pool.query("delete from outgoing")).rejects.toThrow(/permission denied/);
    await expect(pool.query("update outgoing_amount set spent_units = 1")).rejects.toThrow(/permission denied/);
    await expect(
      pool.query("update outgoing set status = 'MEMPOOL', block_hash = null, block_height = null where tx_hash = $1", [
        txHash,
      ]),
    ).rejects.toThrow(/check constraint/);
    await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
    await world.settle();
  });

  test("approved is carried out by what pays it there alone, also in the words of whoever writes rows", async () => {
    const payoutId = await payout("0.001");
    const txHash = await take("0.001", "bc1qthief");
    await mine();
    const { pool } = world.app.database;
    const claim = `insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at)
      select id, 'BTC', 'PAYOUT', $1, 100000, now() from outgoing where tx_hash = $2`;
    await expect(pool.query(claim, [payoutId, txHash])).rejects.toThrow(/what was approved alone/);
    const output = `insert into outgoing_output (outgoing_id, output_index, asset, script, units, own)
      select o.id, 9, 'BTC', b.script, 100000, false from outgoing o, beneficiary b where o.tx_hash = $1 and b.id = $2`;
    await expect(pool.query(output, [txHash, beneficiaryId])).rejects.toThrow(/comes with its transaction/);
    await expect(
      pool.query(
        "insert into payout_exit (payout_id, proof, n, place, fee_units, left_at) values ($1, $2, 1, 'custody:bitcoin', 0, now())",
        [payoutId, txHash],
      ),
    ).rejects.toThrow(/leaves by a transaction that carries it out/);
    expect((await cases()).map(({ causeFacts }) => causeFacts.txHash)).toEqual([txHash]);
    await rejectPayout(ada, { payoutId, note: "over" });
    await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
    await world.settle();
  });
});

describe("a move", () => {
  const destination = async (place: string, address: string) => {
    await addDestinationOrAsk(ada, { place, asset: "BTC", address, label: `${place} of ours` });
    const { data } = await listDestinations(ada);
    return data.find((one) => one.place === place && one.address === address)?.destinationId ?? "";
  };
  const moveOf = async (moveId: string) => (await listMoves(ada, {})).data.find((one) => one.moveId === moveId);

  test("to a venue leaves by the transaction that pays its destination, and is on its way", async () => {
    const venue = `venue:${world.app.venue.name}`;
    const destinationId = await destination(venue, VENUE);
    const before = await books();
    const input = { kind: "TO_VENUE", from: "custody:bitcoin", to: venue, asset: "BTC", note: "stock" } as const;
    const { moveId } = (await requestMoveOrAsk(ada, { ...input, quantity: Decimal.from("0.06"), destinationId })) as {
      moveId: string;
    };
    const txHash = await take("0.06", VENUE);
    await mine();
    expect(await since(before)).toEqual(["-0.06001", "0", "0.00001", "0.06"]);
    expect([(await moveOf(moveId))?.status, await cases()]).toEqual(["SENT", []]);
    expect(await world.broken()).toEqual([]);
    await reorganise(operator, { network: "bitcoin", depth: 1 });
    await world.settle();
    expect(await since(before)).toEqual(["-0.06001", "0", "0.00001", "0.06"]);
    await reorganise(operator, { network: "bitcoin", depth: 2, drop: [txHash] });
    await world.settle();
    expect(await since(before)).toEqual(["0", "0", "0", "0"]);
    expect((await moveOf(moveId))?.status).toBe("APPROVED");
  });

  test("within custody leaves and arrives with its block, and its coins can go on from there", async () => {
    const bill = await world.bill();
    const destinationId = await destination("custody:bitcoin", bill.deposit_address);
    const before = await books();
    const place = "custody:bitcoin";
    const input = { kind: "CONSOLIDATION", from: place, to: place, asset: "BTC", note: "one coin" } as const;
    const { moveId } = (await requestMoveOrAsk(ada, { ...input, quantity: Decimal.from("0.07"), destinationId })) as {
      moveId: string;
    };
    await take("0.07", bill.deposit_address);
    await mine(3);
    expect(await since(before)).toEqual(["-0.00001", "0", "0.00001", "0"]);
    expect([(await moveOf(moveId))?.status, await cases()]).toEqual(["ARRIVED", []]);
    expect((await world.payment(bill.paymentId)).deposits).toEqual([]);
  });
});

test("a payout to the address of another account's bill is a deposit like any other", async () => {
  const asContext = world.other;
  const { requestAddress } = await import("#lib/bills/request-address.ts");
  const bill = await requestAddress(asContext, {
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: Decimal.from("600"),
    subaccount: "shop",
  });
  const before = await books();
  const own = await makeBeneficiary(world.ctx, { name: "Other", asset: "BTC", address: bill.deposit_address });
  const input = {
    asset: "BTC",
    quantity: bill.quantity,
    reference: "to other",
    beneficiaryId: own.beneficiaryId,
  } as const;
  await payOrAsk(world.ctx, input);
  await take(bill.quantity.toString(), bill.deposit_address);
  await mine(3);
  // It left one account and came to another: custody has lost its fee alone.
  expect(await since(before)).toEqual(["-0.00001", "0", "0.00001", "0"]);
  const { rows } = await world.app.database.pool.query<{ status: string }>(
    "select status from deposit where bill_id = $1",
    [bill.paymentId],
  );
  expect([rows, await cases()]).toEqual([[{ status: "CONVERTED" }], []]);
});

test("a payout that others pay along is carried out, and what they have given us beside it is theirs", async () => {
  const nobodys = async () => amountOf("BTC", await readBalance(operator, "house:unassigned", "BTC"));
  const payoutId = await payout("0.02");
  const [before, given] = [await books(), await nobodys()];
  const txHash = await take("0.02", PAID);
  await world.app.database.pool.query(
    `update sandbox_transfer set spends = spends || array[$2], quantity_units = quantity_units + case output_index when 0 then 0 else 70000000 end
     where tx_hash = $1`,
    [txHash, `${"f".repeat(64)}:0`],
  );
  await mine();
  expect(JSON.parse((await getPayout(world.ctx, { payoutId })).text)).toMatchObject({ txHash });
  // The fee of 0.00001 is paid by all of them, and the rest of the 0.7 is ours to give back.
  expect((await since(before)).slice(0, 3)).toEqual(["0.67999", "0", "0"]);
  expect((await nobodys()).minus(given).toString()).toBe("0.69999");
  expect(await world.broken()).toEqual([]);
  await reorganise(operator, { network: "bitcoin", depth: 1 });
  await world.settle();
  expect((await since(before)).slice(0, 3)).toEqual(["0.67999", "0", "0"]);
});
