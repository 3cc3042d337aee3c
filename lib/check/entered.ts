import type { CheckRule } from "./store.ts";

/** Those of an edition that kept less are let be. */
const BEFORE = `coalesce((select max(finished_at) from _prisma_migrations where migration_name = '20261130110100_makers_of_before'), '-infinity')`;

/** Who comes in, and what they have asked for: a session as another person makes the second person. */
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
    name: "what people sign in with is what they have set",
    sql: `select u.id::text from staff_user u cross join lateral (select a.detail ->> 'sha256' as digest from audit a where a.object_kind = 'user'
        and a.object_id = u.id::text and a.action in ('user.create', 'user.join', 'user.password') and a.detail ? 'sha256' order by a.seq desc limit 1) d
      where d.digest <> digest_of_sign_in(u.id) and not exists (select from audit e where e.object_id = u.id::text and e.action = 'user.erase')`,
  },
  {
    name: "a role is held since it was given, and whoever gave power to somebody is named",
    sql: `select m.user_id || ' of ' || m.account_id || ' since ' || m.role_since from membership m
      cross join lateral (select a.at from audit a where a.object_kind = 'user' and a.object_id = m.user_id::text and a.account_id = m.account_id
        and a.action in ('user.create', 'user.join', 'user.role', 'user.enable') order by a.seq desc limit 1) g
      where is_live() and m.role_since not between g.at - interval '1 minute' and g.at + interval '1 minute'
      union all select d.object_id || ' of ' || d.account_id || ' ' || d.act || ' ' || count(distinct d.request_id) || ' times' from (
          select a.object_id, a.account_id, a.request_id, case a.action when 'user.join' then 'made' when 'user.role' then 'promoted' else 'reactivated' end as act
          from audit a join staff_user u on u.id::text = a.object_id where a.object_kind = 'user' and a.at > ${BEFORE}
            and case a.action when 'user.join' then a.detail ->> 'invitedBy' <> a.object_id
              when 'user.role' then role_raises(a.detail ->> 'before', a.detail ->> 'after', a.account_id = house_account())
              else a.action = 'user.enable' end
            and (a.action = 'user.join' or coalesce(a.detail ->> 'askedBy', a.actor) like 'staff:%'
              and coalesce(a.detail ->> 'askedBy', a.actor) <> 'staff:' || u.name)) d
        group by d.object_id, d.account_id, d.act having count(distinct d.request_id) > (
          select count(*) from authority x where x.user_id::text = d.object_id and x.account_id = d.account_id and x.act = d.act)`,
  },
  {
    name: "a request was asked and decided by those whom it names",
    sql: `select 'request ' || p.id || ' of ' || p.asked_by from approval p left join staff_user a on a.id = p.asked_user_id
      left join staff_user d on d.id = p.decided_user_id left join api_key k on p.asked_by = 'key:' || k.id
      where p.made_at > ${BEFORE} and (p.asked_by like 'staff:%' and a.erased_at is null and 'staff:' || a.name is distinct from p.asked_by
        or p.decided_by like 'staff:%' and d.erased_at is null and 'staff:' || d.name is distinct from p.decided_by
        or k.id is not null and not k.maker_user_ids <@ p.asked_maker_ids)`,
  },
  {
    name: "a request that waits is what somebody has asked for",
    sql: `select p.id || ' of ' || p.asked_by || ' for ' || p.what from approval p left join audit a on a.object_kind = 'approval' and a.object_id = p.id::text
        and a.action = 'approval.ask' where (a.account_id, a.detail ->> 'what', a.detail -> 'request') is distinct from (p.account_id, p.what, p.request)
      or p.asked_at not between a.at - interval '1 minute' and a.at + interval '1 minute'
      or (a.actor <> p.asked_by and not p.request ? 'refundLinkId')`,
  },
];
