// Written from refunds.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type OpenLinkValues = {
  digest: Uint8Array;
};
type OpenLinkRow = {
  id: string;
  account_id: string;
  account_name: string;
  bill_id: string;
  deposit_id: string;
  asset: string;
  made_by: string;
  made_user_id: string | null;
  expires_at: Date;
};
export const openLink = query<OpenLinkValues, OpenLinkRow>({
  text: () => `select l.id, l.account_id, a.name as account_name, l.bill_id, l.deposit_id, l.asset, l.made_by, l.made_user_id, l.expires_at
from refund_link l join account a on a.id = l.account_id
where l.digest = $1 and refund_link_status(l, business_now()) = 'OPEN'`,
  values: ["digest"],
});

type TakeLinkValues = {
  token: string;
  network: string;
  address: string;
  compared: string;
  script: string;
};
type TakeLinkRow = {
  id: string | null;
};
export const takeLink = query<TakeLinkValues, TakeLinkRow>({
  text: () => `select take_refund_link($1::text, $2::text, $3::text, $4::text, $5::text) as "id"`,
  values: ["token", "network", "address", "compared", "script"],
});

type EndLinkValues = {
  endedBy: string;
  why: string;
  accountId: string;
  id?: string | null | undefined;
  depositId?: string | null | undefined;
};
type EndLinkRow = {
  id: string;
};
export const endLink = query<EndLinkValues, EndLinkRow>({
  text: () => `update refund_link l set ended_at = business_now(), ended_by = $1, ended_why = $2
where l.account_id = $3::uuid and (l.id = $4::uuid or l.deposit_id = $5::uuid) and used_at is null and ended_at is null
returning id`,
  values: ["endedBy", "why", "accountId", "id", "depositId"],
});

type LinkRecordValues = {
  id: string;
  accountId: string;
};
type LinkRecordRow = {
  record: string;
};
export const linkRecord = query<LinkRecordValues, LinkRecordRow>({
  text: () =>
    `select refund_link_json(l, business_now()) as "record" from refund_link l where l.id = $1::uuid and l.account_id = $2::uuid`,
  values: ["id", "accountId"],
});

type LinksOfValues = {
  billId: string;
  accountId: string;
};
export const linksOf = query<LinksOfValues, LinkRecordRow>({
  text: () => `select refund_link_json(l, business_now()) as "record" from refund_link l
where l.bill_id = $1::uuid and l.account_id = $2::uuid order by l.id desc`,
  values: ["billId", "accountId"],
});

type PlaceFaultsValues = {
  script: string;
  network: string;
  compared: string;
};
type PlaceFaultsRow = {
  ours: boolean;
  listed: boolean;
};
export const placeFaults = query<PlaceFaultsValues, PlaceFaultsRow>({
  text: () => `select is_our_script($1::text) as "ours", is_sanctioned($2::text, $3::text) as "listed"`,
  values: ["script", "network", "compared"],
});

type IsLinkListedValues = {
  id: string;
  accountId: string;
};
type IsLinkListedRow = {
  listed: boolean;
};
export const isLinkListed = query<IsLinkListedValues, IsLinkListedRow>({
  text: () =>
    `select is_sanctioned(l.network, l.compared) as "listed" from refund_link l where l.id = $1::uuid and l.account_id = $2::uuid`,
  values: ["id", "accountId"],
});
