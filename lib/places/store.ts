import { ASSETS, type Asset } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";

/** What the books say lies at a place. */
export type Booked = { code: string; asset: Asset; units: bigint };

/** The ledger's accounts of places and of what is between them. */
export async function bookedPlaces(db: Db): Promise<Booked[]> {
  const rows = await db.ledgerAccount.findMany({
    select: { code: true, asset: true, balance: true },
    where: {
      OR: [
        { code: { in: ["bank", "transit"] } },
        { code: { startsWith: "custody:" } },
        { code: { startsWith: "venue:" } },
        { code: { startsWith: "bank:" } },
      ],
    },
    orderBy: [{ code: "asc" }, { asset: "asc" }],
  });
  return rows.map(({ code, asset, balance }) => ({ code, asset: wordFrom(ASSETS, asset), units: unitsFrom(balance) }));
}
