// Written from ledger.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type MissingAccountsValues = {
  codes: readonly (string | null)[];
  assets: readonly (string | null)[];
};
type MissingAccountsRow = {
  code: string;
  asset: string;
};
export const missingAccounts = query<MissingAccountsValues, MissingAccountsRow>({
  text: () => `select w.code as "code", w.asset as "asset" from unnest($1::text[], $2::text[]) w(code, asset)
where not exists (select from ledger_account l where l.code = w.code and l.asset = w.asset)`,
  values: ["codes", "assets"],
});

type OpenAccountValues = {
  id: string;
  code: string;
  asset: string;
  owner?: string | null | undefined;
  normal: string;
  mayBeNegative: boolean;
};
export const openAccount = command<OpenAccountValues>({
  text: () => `insert into ledger_account (id, code, asset, account_id, normal, may_be_negative)
values ($1::uuid, $2, $3, $4::uuid, $5, $6)
on conflict (code, asset) do nothing`,
  values: ["id", "code", "asset", "owner", "normal", "mayBeNegative"],
});

type InsertTransactionsValues = {
  ids: readonly (string | null)[];
  effectKeys: readonly (string | null)[];
  events: readonly (string | null)[];
  accountIds: readonly (string | null)[];
  billIds: readonly (string | null)[];
  depositIds: readonly (string | null)[];
  conversionIds: readonly (string | null)[];
};
export const insertTransactions = command<InsertTransactionsValues>({
  text: () => `insert into ledger_transaction (id, effect_key, event, account_id, bill_id, deposit_id, conversion_id, at)
select t.*, business_now() from unnest($1::uuid[], $2::text[],
  $3::text[], $4::uuid[], $5::uuid[],
  $6::uuid[], $7::uuid[]) t`,
  values: ["ids", "effectKeys", "events", "accountIds", "billIds", "depositIds", "conversionIds"],
});

type EnterPostingsValues = {
  ids: readonly (string | null)[];
  codes: readonly (string | null)[];
  assets: readonly (string | null)[];
  debits: readonly (bigint | string | null)[];
};
type EnterPostingsRow = {
  entered: number;
};
export const enterPostings = query<EnterPostingsValues, EnterPostingsRow>({
  text: () => `select enter_postings($1::uuid[], $2::text[], $3::text[], $4::numeric[]) as "entered"`,
  values: ["ids", "codes", "assets", "debits"],
});

type ReadOwedValues = {
  depositId: string;
  code: string;
  asset: string;
};
type ReadOwedRow = {
  owed: Decimal;
};
export const readOwed = query<ReadOwedValues, ReadOwedRow>({
  text: () => `select coalesce(sum(p.amount), 0) as "owed" from ledger_transaction t
join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
where t.deposit_id = $1::uuid and l.code = $2 and l.asset = $3`,
  values: ["depositId", "code", "asset"],
});

type ReadCoveredValues = {
  depositId: string;
  code: string;
  asset: string;
};
type ReadCoveredRow = {
  covered: Decimal;
};
export const readCovered = query<ReadCoveredValues, ReadCoveredRow>({
  text: () => `select coalesce(sum(p.amount), 0) as "covered" from ledger_transaction t
join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
where t.deposit_id = $1::uuid and t.event in ('custody.covered', 'custody.uncovered') and l.code = $2 and l.asset = $3`,
  values: ["depositId", "code", "asset"],
});
