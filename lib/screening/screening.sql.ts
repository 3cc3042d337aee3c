// Written from screening.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type LatestListRow = {
  id: string;
  published_on: string;
  sha256: string;
  entries: number;
  imported_at: Date;
  imported_by: string;
  addresses: bigint;
};
export const latestList = query<NoValues, LatestListRow>({
  text: () => `select l.id, l.published_on, l.sha256, l.entries, l.imported_at, l.imported_by,
  (select count(*) from sanctioned_address a where a.list_id = l.id) as "addresses"
from sanctions_list l order by l.id desc limit 1`,
  values: [],
});

type FindSanctionedValues = {
  networks: readonly (string | null)[];
  addresses: readonly (string | null)[];
};
type FindSanctionedRow = {
  nth: bigint;
  address: string;
  listId: string;
};
export const findSanctioned = query<FindSanctionedValues, FindSanctionedRow>({
  text: () => `select s.nth as "nth", a.address, a.list_id as "listId"
from unnest($1::text[], $2::text[]) with ordinality s(network, address, nth)
join sanctioned_address a on a.list_id = (select id from sanctions_list order by id desc limit 1)
  and a.network = s.network and a.address = s.address
order by s.nth`,
  values: ["networks", "addresses"],
});

type SendersOfValues = {
  depositIds: readonly (string | null)[];
};
type SendersOfRow = {
  depositId: string;
  address: string;
};
export const sendersOf = query<SendersOfValues, SendersOfRow>({
  text: () =>
    `select deposit_id as "depositId", address from deposit_sender where deposit_id = any($1::uuid[]) order by address`,
  values: ["depositIds"],
});

type InsertHitsValues = {
  listId: string;
  network: string;
  address: string;
  depositIds: readonly (string | null)[];
};
export const insertHits = command<InsertHitsValues>({
  text: () => `insert into screening_hit (deposit_id, account_id, list_id, network, address)
select d.id, d.account_id, $1::uuid, $2, $3 from deposit d where d.id = any($4::uuid[])
on conflict (deposit_id) do nothing`,
  values: ["listId", "network", "address", "depositIds"],
});

type CountUntoldValues = {
  since: Date;
};
type CountUntoldRow = {
  untold: number;
};
/** Each part by an index of its own, which holds no others. */
export const countUntold = query<CountUntoldValues, CountUntoldRow>({
  text: () => `select ((select count(*) from deposit where not senders_told and created_at >= $1)
  + (select count(*) from deposit where senders_told is null and source_address is null and created_at >= $1
    and status not in ('UNCONFIRMED', 'DROPPED')))::integer as "untold"`,
  values: ["since"],
});

type ListHitsValues = {
  limit: bigint | number;
};
type ListHitsRow = {
  deposit_id: string;
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  address: string;
  found_at: Date;
  entry: string;
  name: string;
  programs: string;
  account: string;
  bill_id: string;
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  tx_hash: string;
};
export const listHits = query<ListHitsValues, ListHitsRow>({
  text: () => `select h.deposit_id, h.network, h.address, h.found_at, s.entry, s.name, s.programs, t.name as account, d.bill_id, d.status, d.tx_hash
from screening_hit h join sanctioned_address s using (list_id, network, address)
join deposit d on d.id = h.deposit_id join account t on t.id = h.account_id
order by h.found_at desc, h.deposit_id limit $1`,
  values: ["limit"],
});

type DigestOfListValues = {
  listId: string;
};
type DigestOfListRow = {
  digest: string;
};
export const digestOfList = query<DigestOfListValues, DigestOfListRow>({
  text: () => `select digest_of_list($1::uuid) as "digest"`,
  values: ["listId"],
});
