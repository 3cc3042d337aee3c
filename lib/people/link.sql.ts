// Written from link.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type MakeLinkValues = {
  id: string;
  kind: string;
  digest: Uint8Array;
  invitationId?: string | null | undefined;
  userId?: string | null | undefined;
  seconds: number;
};
type MakeLinkRow = {
  made: string | null;
};
export const makeLink = query<MakeLinkValues, MakeLinkRow>({
  text: () =>
    `select make_link($1::uuid, $2::text, $3::bytea, $4::uuid, $5::uuid, $6::double precision)::text as "made"`,
  values: ["id", "kind", "digest", "invitationId", "userId", "seconds"],
});

type EndLinksValues = {
  invitationId?: string | null | undefined;
  userId?: string | null | undefined;
  kind: string;
};
export const endLinks = command<EndLinksValues>({
  text: () => `update one_time_link set ended_at = clock_timestamp()
where used_at is null and ended_at is null
  and (invitation_id = $1::uuid or (user_id = $2::uuid and kind = $3))`,
  values: ["invitationId", "userId", "kind"],
});

type OpenLinkValues = {
  digest: Uint8Array;
};
type OpenLinkRow = {
  id: string;
  kind: "INVITATION" | "PASSWORD" | "FACTOR";
  invitation_id: string | null;
  user_id: string | null;
  expires_at: Date;
  account_id: string | null;
  account_name: string | null;
  role: string | null;
  email: string | null;
  name: string | null;
  invited_by: string | null;
  approval_id: string | null;
  usable_at: Date | null;
};
export const openLink = query<OpenLinkValues, OpenLinkRow>({
  text: () => `select l.id, l.kind, l.invitation_id, l.user_id, l.expires_at, i.account_id, a.name as account_name, i.role, i.email, i.name,
  i.invited_by, i.approval_id, case when i.recovery then i.made_at + recovery_waits() end as usable_at
from one_time_link l
left join invitation i on i.id = l.invitation_id and i.accepted_at is null and i.revoked_at is null
left join account a on a.id = i.account_id
where l.digest = $1 and l.used_at is null and l.ended_at is null and l.expires_at > clock_timestamp()
  and (l.invitation_id is null or i.id is not null)`,
  values: ["digest"],
});

type TakeLinkValues = {
  digest: Uint8Array;
};
type TakeLinkRow = {
  taken: boolean;
};
export const takeLink = query<TakeLinkValues, TakeLinkRow>({
  text: () => `select take_link($1::bytea) as "taken"`,
  values: ["digest"],
});
