import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./given-away.sql.ts";

export async function readGivenAway(db: Db, from: Date, to: Date): Promise<GivenAwayRow[]> {
  return (await sql.readGivenAway(db, { from, to })).map(rowOf);
}

/** What promises made on a day came to, in smallest units of their fiat. */
export type GivenAwayRow = ReturnType<typeof rowOf>;

const rowOf = ({ unused_bills: unusedBills, ...row }: RowOf<typeof sql.readGivenAway>) => ({
  ...row,
  unusedBills,
  promised: unitsFrom(row.promised),
  paid: unitsFrom(row.paid),
  market: unitsFrom(row.market),
  unused: unitsFrom(row.unused),
  given: unitsFrom(row.given),
  unmeasured: unitsFrom(row.unmeasured),
});

/** How each subaccount with at least so many bills that can be judged used its prices. */
export const readHabits = (db: Db, from: Date, to: Date, least: number) => sql.readHabits(db, { from, to, least });
