import { type Crypto, CRYPTOS, type Fiat } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import * as sql from "./given-away.sql.ts";

/** What promises made on a day came to, in smallest units of their fiat. */
export type GivenAwayRow = {
  day: string;
  account: string;
  subaccount: string;
  crypto: Crypto;
  fiat: Fiat;
  bills: number;
  unusedBills: number;
  promised: bigint;
  paid: bigint;
  market: bigint;
  unused: bigint;
  given: bigint;
  unmeasured: bigint;
};

export async function readGivenAway(db: Db, from: Date, to: Date): Promise<GivenAwayRow[]> {
  const rows = await sql.readGivenAway(db, { from, to });
  return rows.map(({ unused_bills, ...row }) => ({
    ...row,
    crypto: wordFrom(CRYPTOS, row.crypto),
    unusedBills: unused_bills,
    promised: unitsFrom(row.promised),
    paid: unitsFrom(row.paid),
    market: unitsFrom(row.market),
    unused: unitsFrom(row.unused),
    given: unitsFrom(row.given),
    unmeasured: unitsFrom(row.unmeasured),
  }));
}

/** How each subaccount with at least so many bills that can be judged used its prices. */
export const readHabits = (db: Db, from: Date, to: Date, least: number) => sql.readHabits(db, { from, to, least });
