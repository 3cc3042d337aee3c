import { type Crypto, type CryptoAsset, type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";

type Numeric = { toFixed(): string };
export type Position = { asset: CryptoAsset; fiat: Fiat; units: bigint };

/** The house's book by ledger asset and the fiat it was traded in, as the database sums its postings up. */
export async function readPositions(db: Db): Promise<Position[]> {
  const rows = await db.$queryRaw<{ asset: CryptoAsset; fiat: Fiat; units: Numeric }[]>`
    select asset, fiat, units from book_position where units <> 0 order by asset, fiat`;
  return rows.map(({ asset, fiat, units }) => ({ asset, fiat, units: unitsFrom(units) }));
}

/** How a pair's hedging stands: the units of its open order, and how long ago the newest order of each end was placed. */
export type HedgeState = {
  base: Crypto;
  fiat: Fiat;
  openUnits: bigint;
  sinceLastMs: number;
  sinceRefusalMs: number | undefined;
};

export async function readHedges(db: Db): Promise<HedgeState[]> {
  const rows = await db.$queryRaw<
    { base: Crypto; fiat: Fiat; open_units: Numeric; since_last: number; status: string; since_update: number }[]
  >`
    select p.base, p.fiat, o.status, case when o.status = 'OPEN' then o.quantity_units else 0 end as open_units,
      (extract(epoch from business_now() - o.created_at) * 1000)::double precision as since_last,
      (extract(epoch from business_now() - o.updated_at) * 1000)::double precision as since_update
    from (select distinct crypto_of(asset) as base, fiat from book_position) p
    cross join lateral (select * from venue_order h where h.purpose = 'HEDGE' and h.asset = p.base and h.fiat = p.fiat
      order by h.created_at desc, h.id desc limit 1) o`;
  return rows.map((row) => ({
    base: row.base,
    fiat: row.fiat,
    openUnits: unitsFrom(row.open_units),
    sinceLastMs: row.since_last,
    sinceRefusalMs: row.status === "REFUSED" ? row.since_update : undefined,
  }));
}

/** Serialises the hedges of one pair: whoever comes second sees the first one's order, or what it has booked. */
export async function lockHedge(db: Db, base: Crypto, fiat: Fiat): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`hedge ${base}/${fiat}`}, 0))`;
}

/**
 * What of a crypto the house would hold if everybody paid: its book, long or short, and the quantities of all unexpired,
 * unpaid bills that promise a price, in smallest units.
 */
export async function exposedUnits(db: Db, crypto: Crypto): Promise<bigint> {
  const [row] = await db.$queryRaw<{ units: Numeric }[]>`
    select abs(coalesce((select sum(units) from book_position where crypto_of(asset) = ${crypto}), 0))
      + coalesce((select sum(b.quantity_units) from account a cross join unnest(${[...FIATS]}::text[]) f(fiat)
        join bill b on b.account_id = a.id and b.fiat = f.fiat and b.amount_units = 0 and b.expires_at > business_now()
        where crypto_of(b.asset) = ${crypto} and b.strategy <> 'RAI'), 0) as units`;
  return unitsFrom(row?.units ?? "0");
}

/** Serialises new prices of one crypto while it has a limit, so that two of them cannot pass it together. */
export async function lockExposure(db: Db, crypto: Crypto): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`exposure ${crypto}`}, 0))`;
}

/** The fiat the house's book stands at: above zero is earned and not swept. */
export async function readBookFiat(db: Db, fiat: Fiat): Promise<bigint> {
  const [row] = await db.$queryRaw<{ balance: Numeric }[]>`
    select balance from ledger_account where code = 'house:book' and asset = ${fiat}`;
  return unitsFrom(row?.balance ?? "0");
}

export async function isSwept(db: Db, effectKey: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ id: string }[]>`select id from ledger_transaction where effect_key = ${effectKey}`;
  return rows.length > 0;
}

export async function lockSweep(db: Db, fiat: Fiat): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`sweep ${fiat}`}, 0))`;
}
