// Written from payouts.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type LockAccountValues = {
  accountId: string;
};
type LockAccountRow = {
  id: string;
};
export const lockAccount = query<LockAccountValues, LockAccountRow>({
  text: () => `select id from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type AreOwnValues = {
  billId?: string | null | undefined;
  accountId: string;
  depositId?: string | null | undefined;
};
type AreOwnRow = {
  bill: boolean;
  deposit: boolean;
};
export const areOwn = query<AreOwnValues, AreOwnRow>({
  text: () => `select exists (select from bill where id = $1::uuid and account_id = $2::uuid) as "bill",
  exists (select from deposit where id = $3::uuid and account_id = $2::uuid) as "deposit"`,
  values: ["billId", "accountId", "depositId"],
});

type PayableBillsValues = {
  accountId: string;
  asset: string;
  billId?: string | null | undefined;
  depositId?: string | null | undefined;
};
type PayableBillsRow = {
  bill_id: string;
};
export const payableBills = query<PayableBillsValues, PayableBillsRow>({
  text: () => `select distinct d.bill_id from deposit d
where d.account_id = $1::uuid and d.asset = $2
  and ($3::uuid is null or d.bill_id = $3::uuid)
  and ($4::uuid is null or d.id = $4::uuid)
  and (d.unconverted_units > d.locked_units or (d.pending_units > 0 and d.status in ('HELD', 'DECLINED')))
order by d.bill_id`,
  values: ["accountId", "asset", "billId", "depositId"],
});

type LockPayableValues = {
  billIds: readonly (string | null)[];
  asset: string;
  depositId?: string | null | undefined;
};
type LockPayableRow = {
  id: string;
  bill_id: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  pending_units: Decimal;
  unconverted_units: Decimal;
  locked_units: Decimal;
};
export const lockPayable = query<LockPayableValues, LockPayableRow>({
  text: () => `select id, bill_id, asset, status, pending_units, unconverted_units, locked_units from deposit
where bill_id = any($1::uuid[]) and asset = $2
  and ($3::uuid is null or id = $3::uuid)
order by created_at, id for update`,
  values: ["billIds", "asset", "depositId"],
});
