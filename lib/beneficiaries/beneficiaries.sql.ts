// Written from beneficiaries.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type ReadBeneficiaryValues = {
  id: string;
  accountId: string;
};
type ReadBeneficiaryRow = {
  id: string;
  account_id: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  name: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron" | null;
  address: string | null;
  compared: string | null;
  script: string | null;
  iban: string | null;
  account_number: string | null;
  bic: string | null;
  place_key: string | null;
  status: "REQUESTED" | "ACTIVE" | "REJECTED" | "RETIRED";
  made_by: string;
  made_at: Date;
  approval_id: string | null;
  active_at: Date | null;
  ended_at: Date | null;
  ended_by: string | null;
  listed: boolean;
  place: string;
  usable_from: Date | null;
};
export const readBeneficiary = query<ReadBeneficiaryValues, ReadBeneficiaryRow>({
  text: () =>
    `select b.*, is_listed(b) as "listed", place_of(b) as "place", usable_from(b) as usable_from from beneficiary b where b.id = $1::uuid and b.account_id = $2::uuid`,
  values: ["id", "accountId"],
});

type LockBeneficiaryValues = {
  id: string;
  accountId: string;
};
export const lockBeneficiary = query<LockBeneficiaryValues, ReadBeneficiaryRow>({
  text: () => `select b.*, is_listed(b) as "listed", place_of(b) as "place", usable_from(b) as usable_from from beneficiary b
where b.id = $1::uuid and b.account_id = $2::uuid for update of b`,
  values: ["id", "accountId"],
});

type ListBeneficiariesValues = {
  accountId: string;
};
export const listBeneficiaries = query<ListBeneficiariesValues, ReadBeneficiaryRow>({
  text: () =>
    `select b.*, is_listed(b) as "listed", place_of(b) as "place", usable_from(b) as usable_from from beneficiary b where b.account_id = $1::uuid order by b.id desc`,
  values: ["accountId"],
});

type ActivateBeneficiaryValues = {
  id: string;
};
export const activateBeneficiary = command<ActivateBeneficiaryValues>({
  text: () =>
    `update beneficiary set status = 'ACTIVE', active_at = business_now() where id = $1::uuid and status = 'REQUESTED'`,
  values: ["id"],
});

type EndBeneficiaryValues = {
  status: string;
  endedBy: string;
  id: string;
};
export const endBeneficiary = command<EndBeneficiaryValues>({
  text: () => `update beneficiary set status = $1, ended_at = business_now(), ended_by = $2 where id = $3::uuid`,
  values: ["status", "endedBy", "id"],
});
