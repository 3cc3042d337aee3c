import { Prisma } from "#lib/kernel/database.ts";

/**
 * Keys that work, whose maker has no role in their account any more, nor at the house: a branch of the facts in ./facts-store.ts.
 * The first of a key's makers has seen its own secret; who follows has seen that of a key it replaces. Wall clock, as of all keys.
 */
export const knownKeys = ({ account }: { account: Prisma.Sql }): Prisma.Sql => Prisma.sql`
  select 'KEY_KNOWN', k.id, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric,
    coalesce((select max(a.at) from audit a where a.object_id = u.id::text and a.account_id = k.account_id
      and a.action in ('user.remove', 'user.leave', 'user.disable')), k.created_at), u.id::text, null,
    jsonb_build_object('by', u.name, 'detail', k.name)
  from api_key k join staff_user u on u.id = k.maker_user_ids[1]
  where k.account_id = ${account} and not k.waiting and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
    and not exists (select from membership m where m.user_id = u.id and m.disabled_at is null and u.disabled_at is null
      and m.account_id in (k.account_id, house_account()))`;
