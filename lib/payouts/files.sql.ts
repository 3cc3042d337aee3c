// Written from files.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

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
