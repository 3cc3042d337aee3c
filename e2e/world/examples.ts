import { expect } from "vitest";
import type { Api, MadeBill, Payment } from "./api.ts";

/** Smallest units as written: sums of floats would hide a satoshi. */
function units(value: number, scale: number): bigint {
  const [whole = "0", fraction = ""] = value.toFixed(scale).split(".");
  return BigInt(whole + fraction);
}

/** A payment whose identity of rulebook 5.9 holds, of the bill and of each deposit. */
export async function proven(api: Api, bill: MadeBill, scale = 8): Promise<Payment> {
  const record = await api.payment(bill.paymentId);
  const parts = (
    of: Pick<
      Payment,
      "quantityPending" | "quantityConverted" | "quantityUnconverted" | "feeQuantity" | "quantityPaidOut"
    >,
  ) =>
    units(of.quantityPending, scale) +
    units(of.quantityConverted, scale) +
    units(of.quantityUnconverted, scale) +
    units(of.feeQuantity, scale) +
    units(of.quantityPaidOut, scale);
  expect(parts(record)).toBe(units(record.quantityReceived, scale));
  let received = 0n;
  for (const deposit of record.deposits.filter(({ status }) => status !== "DROPPED")) {
    expect(parts(deposit)).toBe(units(deposit.quantity, scale));
    received += units(deposit.quantity, scale);
  }
  expect(received).toBe(units(record.quantityReceived, scale));
  return record;
}

/** Debits less credits by ledger account and asset since the example began, in units; `acc` stands for its one account. */
export async function books(api: Api): Promise<Record<string, string>> {
  const { rows } = await api.app.database.pool.query<{ code: string; asset: string; total: string }>(`
    select regexp_replace(a.code, '^acc:[^:]+', 'acc') as code, p.asset, sum(p.debit)::text as total
    from posting p join ledger_account a on a.id = p.ledger_account_id where p.id > ${api.neighbour.lastPosting}
    group by 1, 2 having sum(p.debit) <> 0`);
  return Object.fromEntries(rows.map(({ code, asset, total }) => [`${code} ${asset}`, total]));
}
