// Written from hold.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type RecordOfBillValues = {
  billId: string;
};
type RecordOfBillRow = {
  record: string;
};
export const recordOfBill = query<RecordOfBillValues, RecordOfBillRow>({
  text: () =>
    `select r.record as "record" from bill b cross join (select business_now() as now) m cross join lateral payment_record(b, m.now) r where id = $1::uuid`,
  values: ["billId"],
});

type BillStateWithValues = {
  depositId: string;
  status: string;
  billId: string;
};
type BillStateWithRow = {
  status: string;
  amountStatus: string;
};
export const billStateWith = query<BillStateWithValues, BillStateWithRow>({
  text: () => `select bill_status(x, business_now()) as "status", bill_amount_status(x, business_now()) as "amountStatus"
from bill b
cross join lateral facts_of_deposits(b.id, $1::uuid, $2) f
cross join lateral jsonb_populate_record(b, jsonb_build_object('amount_units', f.amount, 'standing_deposits', f.standing,
  'deposits_processing', f.processing, 'deposits_unconfirmed', f.unconfirmed)) x
where b.id = $3::uuid`,
  values: ["depositId", "status", "billId"],
});
