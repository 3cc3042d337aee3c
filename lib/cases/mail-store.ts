import { Prisma } from "#lib/kernel/database.ts";

/** Letters that should have left by now and belong to no rule, all together: a branch of the facts in ./facts-store.ts. */
export const undelivered = ({ isHouse }: { isHouse: Prisma.Sql }): Prisma.Sql => Prisma.sql`
  select 'NOTICE', 'mail', null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, min(m.made_at), min(m.made_at)::text, null,
    jsonb_build_object('detail', (array_agg(m.error order by m.made_at desc) filter (where m.error is not null))[1])
  from mail m where ${isHouse} and m.rule_id is null and m.sent_at is null and is_undelivered(m) having count(*) > 0`;
