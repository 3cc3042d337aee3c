import type { CheckRule } from "./store.ts";

/** Who comes in, and what they have asked for: whoever enters as another person is the second person. */
export const ENTERED_RULES: readonly CheckRule[] = [
  {
    name: "who is signed in has signed in, by what they have added themselves",
    sql: `select 'session ' || s.id || ' of ' || s.user_id from staff_session s where s.revoked_at is null and s.expires_at > clock_timestamp()
        and exists (select from membership m where m.user_id = s.user_id and m.role_since < s.created_at)
        and not exists (select from audit a where a.object_id = s.user_id::text and a.action = 'user.sign-in' and a.detail ->> 'sessionId' = s.id::text)
      union all select f.kind || ' of ' || f.user_id from (
          select kind, user_id, count(*) as held from (select 'passkey' as kind, user_id, created_at from staff_passkey
            union all select 'authenticator', user_id, confirmed_at from staff_totp where confirmed_at is not null) own
          where exists (select from membership m where m.user_id = own.user_id and m.role_since < own.created_at) group by 1, 2) f
        where f.held > (select count(distinct a.request_id) from audit a where a.object_id = f.user_id::text and a.action = 'user.' || f.kind || '.add')
      union all select 'identity ' || i.subject || ' of ' || i.user_id from staff_identity i where not exists (
        select from audit a where a.object_id = i.user_id::text and a.action = 'user.sso')`,
  },
  {
    name: "an invitation that waits was sent by somebody, into the role that it says",
    sql: `select i.id || ' into ' || i.role || ' of ' || i.account_id from invitation i where i.accepted_at is null and i.revoked_at is null
      and not exists (select from audit a where a.object_id = i.id::text and a.account_id = i.account_id and a.action in ('user.invite', 'user.invite-again', 'user.recover')
        and a.detail ->> 'role' = i.role)`,
  },
  {
    name: "a request that waits is what somebody has asked for",
    sql: `select p.id || ' of ' || p.asked_by || ' for ' || p.what from approval p left join audit a on a.object_kind = 'approval' and a.object_id = p.id::text
        and a.action = 'approval.ask' where (a.account_id, a.detail ->> 'what', a.detail -> 'request') is distinct from (p.account_id, p.what, p.request)
      or p.asked_at not between a.at - interval '1 minute' and a.at + interval '1 minute'
      or (a.actor <> p.asked_by and not p.request ? 'refundLinkId')`,
  },
];
