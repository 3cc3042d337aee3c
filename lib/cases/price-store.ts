import { CRYPTOS } from "#lib/kernel/assets.ts";
import { Prisma } from "#lib/kernel/database.ts";
import { FRESH_MS } from "#lib/pricing/reference.ts";

type Query = { now: Prisma.Sql; concerned: Prisma.Sql };

/** Pairs without a fresh price, be it their own or of a leg of their cross: of exchanges, or said to be stale in the sandbox. */
export const prices = ({ concerned, now }: Query) => Prisma.sql`
  select 'STALE_PRICE', p.base || '-' || p.fiat, null, null, null, null, null, null::numeric, p.at, p.at::text, null,
    jsonb_build_object('base', p.base, 'fiat', p.fiat, 'openBills', (select count(*) from bill b where b.account_id = any(${concerned})
      and b.crypto = p.base and b.fiat = p.fiat and b.amount_units = 0 and b.expires_at > ${now}))
  from (
    select base, fiat, at from price_reference where base = any(${[...CRYPTOS]}::text[]) and at < ${now} - make_interval(secs => ${FRESH_MS / 1000}::double precision)
    union all select base, fiat, set_at from sandbox_price where stale
  ) p`;
