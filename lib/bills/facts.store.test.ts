import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { amountStatus, type BillDeposit, billStatus, factsOf, labelsOf } from "./bill-facts.fixture.ts";

let database: FreshDatabase;
let app: pg.Client;
const ACCOUNT = uuidv7();
const EXPIRES = new Date("2026-11-21T12:00:00Z");
const QUANTITY = 10_000n;

beforeAll(async () => {
  database = await freshDatabase();
  app = new pg.Client(database.url);
  await app.connect();
  await app.query("insert into account (id, name) values ($1, 'acme')", [ACCOUNT]);
});

afterAll(async () => {
  await app.end();
  await database.drop();
});

/** A small generator with a seed, so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

const STATUSES = ["UNCONFIRMED", "PROCESSING", "CONVERTED", "CREDITED", "HELD", "DECLINED", "DROPPED"] as const;
const AMOUNTS = [100n, 3_333n, 5_000n, 9_990n, 10_000n, 10_010n, 20_000n];

function someDeposits(next: (below: number) => number): BillDeposit[] {
  return Array.from({ length: next(4) }, () => {
    const quantityUnits = AMOUNTS[next(AMOUNTS.length)] ?? 100n;
    return {
      quantityUnits,
      status: STATUSES[next(STATUSES.length)] ?? "HELD",
      wrongAsset: next(6) === 0,
      dust: quantityUnits === 100n,
      late: next(3) === 0,
      wasCredited: next(2) === 0,
      reasonCode: next(3) === 0 ? "LIMIT_NOT_MET" : null,
    };
  });
}

async function insertBill(toleranceBps: number): Promise<string> {
  const id = uuidv7();
  await app.query(
    `insert into bill (id, account_id, subaccount, asset, crypto, fiat, fiat_units, address, address_key, price, quantity_units, strategy,
      fee_model, spread_bps, explicit_fee_bps, transaction_fee_bps, tolerance_bps, overpayment, guarantee_ms, confirmations_required,
      price_inputs, created_by, request_id, created_at, expires_at, updated_at)
    values ($1, $2, 's', 'BTC', 'BTC', 'EUR', 100, 'a', 'a', 59400, $3, 'RFQ', 'SPREAD', 100, 100, 50, $4, 'CONVERT', 7200000, 2, '{}',
      'test', 'r', $5::timestamptz - interval '20 minutes', $5, $5)`,
    [id, ACCOUNT, QUANTITY.toString(), toleranceBps, EXPIRES],
  );
  return id;
}

async function insertDeposit(billId: string, deposit: BillDeposit): Promise<void> {
  const gone = deposit.status === "UNCONFIRMED" || deposit.status === "DROPPED";
  await app.query(
    `insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, quantity_units, status, wrong_asset, dust,
      late, was_credited, reason_code, first_seen, confirmations_required, created_at, updated_at, pending_units)
    values ($1, $2, $3, 'bitcoin', $4, 0, 'BTC', 'a', $5, $6, $7, $8, $9, $10, $11, now(), 2, now(), now(), $12)`,
    [
      uuidv7(),
      billId,
      ACCOUNT,
      uuidv7(),
      deposit.quantityUnits.toString(),
      deposit.status,
      deposit.wrongAsset,
      deposit.dust,
      deposit.late,
      deposit.wasCredited,
      deposit.reasonCode,
      gone ? "0" : deposit.quantityUnits.toString(),
    ],
  );
}

test("the database's states, labels and sums are those of the pure rules, for 300 bills with random deposits", async () => {
  const next = seeded(20_261_121);
  for (let round = 0; round < 300; round += 1) {
    const toleranceBps = [0, 10, 333][next(3)] ?? 0;
    const now = new Date(EXPIRES.getTime() + (next(3) - 1));
    const deposits = someDeposits(next);
    const id = await insertBill(toleranceBps);
    for (const deposit of deposits) await insertDeposit(id, deposit);
    const { rows } = await app.query(
      `select bill_status(b, $2) as status, bill_amount_status(b, $2) as amount_status, b.labels from bill b where id = $1`,
      [id, now],
    );
    const facts = { quantityUnits: QUANTITY, toleranceBps, expiresAt: EXPIRES, ...factsOf(deposits) };
    expect(
      rows[0],
      JSON.stringify({ round, deposits, toleranceBps }, (_key, value) =>
        typeof value === "bigint" ? `${value}` : value,
      ),
    ).toEqual({
      status: billStatus(facts, now),
      amount_status: amountStatus(facts, now),
      labels: labelsOf(deposits),
    });
  }
});
