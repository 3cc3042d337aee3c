import { CRYPTOS } from "#lib/kernel/assets.ts";
import { Prisma } from "#lib/kernel/database.ts";
import { FRESH_MS } from "#lib/pricing/reference.ts";

/** A sale that waits for less is left to the next price, as long as a surplus is (rulebook 7.10). */
const WAITING_MINUTES = 15;

type Query = { account: Prisma.Sql; now: Prisma.Sql; isHouse: Prisma.Sql; concerned: Prisma.Sql };

/** Pairs without a fresh price, be it their own or of a leg of their cross: of exchanges, or said to be stale in the sandbox. */
export const prices = ({ concerned, now }: Query) => Prisma.sql`
  select 'STALE_PRICE', p.base || '-' || p.fiat, null, null, null, null, null, null::numeric, p.at, p.at::text, null,
    jsonb_build_object('base', p.base, 'fiat', p.fiat, 'openBills', (select count(*) from bill b where b.account_id = any(${concerned})
      and b.crypto = p.base and b.fiat = p.fiat and b.amount_units = 0 and b.expires_at > ${now}))
  from (
    select base, fiat, at from price_reference where base = any(${[...CRYPTOS]}::text[]) and at < ${now} - make_interval(secs => ${FRESH_MS / 1000}::double precision)
    union all select base, fiat, set_at from sandbox_price where stale
  ) p`;

/** Late deposits that wait for the market for longer than a surplus waits for a price: no price, or none near the venue's bid. */
export const waitingSales = ({ account, now, isHouse }: Query) => Prisma.sql`
  select 'NOT_SOLD', d.id::text, d.bill_id, d.id, null::uuid, null::uuid, d.asset, d.pending_units::numeric, (d.decision->>'at')::timestamptz,
    d.decision->>'at', null, jsonb_build_object('fiat', b.fiat, 'waiting', 1)
  from deposit d join bill b on b.id = d.bill_id
  where d.status = 'PROCESSING' and d.treat_after is not null and d.decision->'parts' @> '[{"kind": "MARKET"}]'
    and (d.decision->>'at')::timestamptz <= ${now} - make_interval(mins => ${WAITING_MINUTES}::int) and (d.account_id = ${account} or ${isHouse})`;
