// Written from resolutions.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type LockSubjectValues = {
  id: string;
};
type LockSubjectRow = {
  id: string | null;
};
export const lockSubject = query<LockSubjectValues, LockSubjectRow>({
  text: () => `with left_us as (select o.id from outgoing o join outgoing_amount m on m.outgoing_id = o.id where m.id = $1::uuid for update of o),
  stray as (select id from stray_deposit where id = $1::uuid for update),
  line as (select id from bank_line where id = $1::uuid for update),
  part as (select id from bank_part where id = $1::uuid for update),
  transfer as (select id from venue_transfer where id = $1::uuid for update),
  gas as (select id from gas_payment where id = $1::uuid for update),
  moved as (select id from move where id = $1::uuid for update),
  paid as (select id from payout where id = $1::uuid for update)
select id from left_us union all select id from stray union all select id from line union all select id from part union all select id from transfer union all select id from gas
union all select id from moved union all select id from paid`,
  values: ["id"],
});

type OpenSubjectValues = {
  id: string;
};
type OpenSubjectRow = {
  subject: string;
  asset: string;
  units: Decimal;
  side: string;
  name: string;
};
export const openSubject = query<OpenSubjectValues, OpenSubjectRow>({
  text: () =>
    `select subject as "subject", asset as "asset", units as "units", side as "side", name as "name" from open_subject($1::uuid)`,
  values: ["id"],
});

type StandingOfValues = {
  subjectIds: readonly (string | null)[];
};
type StandingOfRow = {
  id: string;
  kind: "LINK" | "OWN" | "WRITE_OFF" | "ASSIGN" | "RETURN" | "VOID";
  subject: "OUTGOING" | "DEPOSIT" | "LINE" | "TRANSFER" | "GAS" | "MOVE" | "PAYOUT";
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  units: Decimal;
  accountId: string | null;
  from: string | null;
  left: Decimal | null;
};
export const standingOf = query<StandingOfValues, StandingOfRow>({
  text: () => `select r.id, r.kind, r.subject, r.asset, r.units, r.account_id as "accountId", m.from_place as "from", l.units as "left"
from resolution r left join move m on m.id = r.move_id left join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status = 'POSTED'
where r.subject_id = any($1::uuid[]) and r.reversed_at is null and r.kind not in ('LINK', 'VOID') order by r.id for update of r`,
  values: ["subjectIds"],
});

type ResolvedAmongValues = {
  subjectIds: readonly (string | null)[];
};
type ResolvedAmongRow = {
  subjectId: string;
  kind: "LINK" | "OWN" | "WRITE_OFF" | "ASSIGN" | "RETURN" | "VOID";
};
export const resolvedAmong = query<ResolvedAmongValues, ResolvedAmongRow>({
  text: () =>
    `select subject_id as "subjectId", kind from resolution where subject_id = any($1::uuid[]) and reversed_at is null and kind not in ('LINK', 'VOID')`,
  values: ["subjectIds"],
});

type ReverseResolutionValues = {
  id: string;
};
export const reverseResolution = command<ReverseResolutionValues>({
  text: () => `update resolution set reversed_at = business_now() where id = $1::uuid and reversed_at is null`,
  values: ["id"],
});
