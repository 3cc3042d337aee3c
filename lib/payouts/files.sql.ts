// Written from files.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type LockApprovedValues = {
  currency: string;
  limit: bigint | number;
};
type LockApprovedRow = {
  id: string;
  account_id: string;
  quantity_units: Decimal;
  reference: string;
  name: string;
  iban: string | null;
  account_number: string | null;
  bic: string | null;
};
export const lockApproved = query<LockApprovedValues, LockApprovedRow>({
  text: () => `select o.id, o.account_id, o.quantity_units, o.reference, b.name, b.iban, b.account_number, b.bic
from payout o join beneficiary b on b.id = o.beneficiary_id
where o.status = 'APPROVED' and o.asset = $1 and b.status = 'ACTIVE'
order by o.id limit $2 for update of o`,
  values: ["currency", "limit"],
});

type TimesOfFileValues = {
  currency: string;
};
type TimesOfFileRow = {
  createdAt: string;
  executionDay: string;
};
/** As the house's clocks have it, and the first bank day of a currency from then on. */
export const timesOfFile = query<TimesOfFileValues, TimesOfFileRow>({
  text: () => `select to_char(business_now() at time zone house_zone(), 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt",
  (select to_char(d, 'YYYY-MM-DD') from bank_days($1, day_at(business_now(), house_zone()), 1) d limit 1) as "executionDay"`,
  values: ["currency"],
});

type FilePayoutsValues = {
  fileId: string;
  payoutIds: readonly (string | null)[];
};
/** In one statement: the database holds the file against all of them after it. */
export const filePayouts = command<FilePayoutsValues>({
  text: () => `update payout set status = 'PREPARED', file_id = $1::uuid where id = any($2::uuid[])`,
  values: ["fileId", "payoutIds"],
});

type MayBeInFileValues = {
  currency: string;
};
type MayBeInFileRow = {
  may: boolean;
};
/** Asked for before the database was restored: a file of the hours that are lost may have it. */
export const mayBeInFile = query<MayBeInFileValues, MayBeInFileRow>({
  text: () => `select exists (
  select from payout p where p.asset = $1 and p.status = 'APPROVED' and payout_may_be_signed(p)
) as "may"`,
  values: ["currency"],
});

type MayBePaidValues = {
  currency: string;
  place: string;
};
/** Asked for before the database was restored, and no statement of the bank reaches that moment: it may have been paid. */
export const mayBePaid = query<MayBePaidValues, MayBeInFileRow>({
  text: () => `select exists (
  select from payout p where p.asset = $1 and p.status = 'APPROVED' and may_have_left($2, p.asset, payout_asked_at(p))
) as "may"`,
  values: ["currency", "place"],
});
