import { CRYPTOS, type Crypto, type Fiat } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { PromiseLimits } from "./promise-limits.ts";
import * as sql from "./bills.sql.ts";

/** The account's live promises in a fiat. */
export async function promisedTo(db: Db, accountId: string, fiat: Fiat): Promise<bigint> {
  const [row] = await sql.promisedTo(db, { accountId, fiat });
  return unitsFrom(row?.wide ?? "0");
}

/** What the house would hold of a crypto if everybody paid: its book, when it is long, and all live promises. */
export async function promisedByHouse(db: Db, crypto: Crypto): Promise<bigint> {
  const [row] = await sql.promisedByHouse(db, { crypto });
  return unitsFrom(row?.wide ?? "0");
}

/**
 * How much more of a crypto the house may promise under its limits, absent: any amount, and whether the pair is stopped.
 * Holds its turn until the end of the transaction.
 */
export async function houseRoom(
  db: Db,
  input: { crypto: Crypto; fiat: Fiat; units: bigint; limits: PromiseLimits },
): Promise<{ room: bigint | undefined; isStopped: boolean }> {
  const { limits, ...about } = input;
  const [row] = await sql.houseRoom(db, {
    ...about,
    cryptoLimit: limits.cryptoLimit,
    cryptoPairLimit: limits.cryptoPairLimit,
  });
  return { room: row?.room == null ? undefined : unitsFrom(row.room), isStopped: row?.stopped ?? false };
}

/** Of each crypto, what is promised to all, and what is seen unconfirmed and held of it. */
export async function readHousePromises(db: Db) {
  const rows = await sql.housePromises(db, { cryptos: CRYPTOS });
  return rows.map(({ crypto, promised, seen, held }) => ({
    crypto: wordFrom(CRYPTOS, crypto),
    promised: unitsFrom(promised),
    seen: unitsFrom(seen),
    held: unitsFrom(held),
  }));
}

type Whose = { accountId?: string | undefined; fiat?: Fiat | undefined; crypto?: Crypto | undefined };

/** How long until the next of these promises is taken down by the clock; undefined when none is. */
export async function nextPromiseEnd(db: Db, whose: Whose): Promise<number | undefined> {
  const [row] = await sql.nextPromiseEnd(db, {
    accountId: whose.accountId,
    fiat: whose.fiat,
    crypto: whose.crypto,
  });
  return row?.wait ?? undefined;
}

/** In an open transaction. */
export async function endPromises(db: Db, limit: number): Promise<number> {
  const billIds = (await sql.lockDuePromises(db, { limit })).map(({ id }) => id);
  return billIds.length === 0 ? 0 : sql.endPromises(db, { billIds });
}

export async function foldPromises(db: Db): Promise<void> {
  await sql.foldPromises(db);
}
