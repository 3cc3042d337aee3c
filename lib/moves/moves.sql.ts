// Written from moves.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type LockMoveValues = {
  id: string;
};
type LockMoveRow = {
  id: string;
};
export const lockMove = query<LockMoveValues, LockMoveRow>({
  text: () => `select id from move where id = $1::uuid for update`,
  values: ["id"],
});

type ExpectedMovesValues = {
  place: string;
};
type ExpectedMovesRow = {
  id: string;
  fromPlace: string | null;
  toPlace: string | null;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  quantityUnits: Decimal;
  status: "DRAFT" | "REQUESTED" | "APPROVED" | "SENT" | "ARRIVED" | "REJECTED" | "CANCELLED" | "FAILED";
  reference: string;
  address: string | null;
  leftProof: string | null;
  leftUnits: Decimal | null;
  arrivedUnits: Decimal | null;
  at: Date;
};
export const expectedMoves = query<ExpectedMovesValues, ExpectedMovesRow>({
  text: () => `select m.id, m.from_place as "fromPlace", m.to_place as "toPlace", m.asset, m.quantity_units as "quantityUnits", m.status,
  m.reference, coalesce(d.address, m.address) as address, l.proof as "leftProof", l.units as "leftUnits",
  a.units as "arrivedUnits", m.updated_at as at
from move m left join destination d on d.id = m.destination_id
left join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status <> 'GONE'
left join move_fact a on a.move_id = m.id and a.side = 'ARRIVED' and a.status <> 'GONE'
where m.status in ('APPROVED', 'SENT') and (m.from_place = $1 or m.to_place = $1)
order by m.id`,
  values: ["place"],
});

type WriteFactValues = {
  status: string;
  feeUnits: bigint | string;
  timesPosted: number;
  timesReversed: number;
  id: string;
};
type WriteFactRow = {
  key: string;
};
export const writeFact = query<WriteFactValues, WriteFactRow>({
  text: () => `update move_fact f set status = $1, fee_units = $2::numeric, times_posted = $3::integer,
  times_reversed = $4::integer
where f.id = $5::uuid returning move_key(f) as "key"`,
  values: ["status", "feeUnits", "timesPosted", "timesReversed", "id"],
});

type MayHaveLeftValues = {
  ids: readonly (string | null)[];
};
type MayHaveLeftRow = {
  id: string;
  left: boolean;
  signed: boolean;
};
export const mayHaveLeft = query<MayHaveLeftValues, MayHaveLeftRow>({
  text: () => `select m.id, move_may_have_left(m) as "left", move_may_be_signed(m) as "signed"
from move m where m.id = any($1::uuid[]) and (move_may_have_left(m) or move_may_be_signed(m))`,
  values: ["ids"],
});

type IsPreparedValues = {
  id: string;
};
type IsPreparedRow = {
  prepared: boolean;
};
export const isPrepared = query<IsPreparedValues, IsPreparedRow>({
  text: () =>
    `select exists (select from prepared_output where object_id = $1::uuid and kind = 'MOVE' and held) as "prepared"`,
  values: ["id"],
});

type SeenPayingValues = {
  id: string;
};
type SeenPayingRow = {
  txHash: string;
};
export const seenPaying = query<SeenPayingValues, SeenPayingRow>({
  text: () => `select o.tx_hash as "txHash" from outgoing_claim c join outgoing o on o.id = c.outgoing_id
where c.kind = 'MOVE' and c.object_id = $1::uuid and c.void_at is null and o.status = 'MEMPOOL' limit 1`,
  values: ["id"],
});

type VenueReportsValues = {
  side: string;
  id: string;
};
type VenueReportsRow = {
  reports: boolean;
};
export const venueReports = query<VenueReportsValues, VenueReportsRow>({
  text: () => `select venue_reports($1, m) as "reports" from move m where m.id = $2::uuid`,
  values: ["side", "id"],
});

type LinkDepartsValues = {
  moveId: string;
  side: string;
  units: bigint | string;
  sentTo: readonly (string | null)[];
};
type LinkDepartsRow = {
  departs: boolean;
};
export const linkDeparts = query<LinkDepartsValues, LinkDepartsRow>({
  text: () => `select link_departs($1::uuid, $2, $3::numeric, $4::text[]) as "departs"`,
  values: ["moveId", "side", "units", "sentTo"],
});

type LapsedMovesValues = {
  limit: bigint | number;
};
export const lapsedMoves = query<LapsedMovesValues, LockMoveRow>({
  text: () => `select m.id from move m where m.status = 'REQUESTED' and not exists (
  select from approval a where a.what = 'move' and a.request->>'moveId' = m.id::text
    and a.status = 'PENDING' and a.expires_at > business_now()) order by m.id limit $1`,
  values: ["limit"],
});
