import { z } from "zod";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom } from "#lib/kernel/database.ts";
import * as sql from "./adopted.sql.ts";
import { fillOf } from "./fill.ts";
import type { NewOrder } from "./store.ts";
import type { Executed, VenueFill } from "./venue.ts";

/** What an order sells, in words of the chains, and the epoch it is made in; nothing for a hedge. */
export async function identityOf(db: Db, { depositId, conversionId }: NewOrder) {
  const [row] = await sql.identityOf(db, { depositId, conversionId });
  return { identity: row?.identity ?? undefined, epoch: row?.epoch ?? 1 };
}

/** Which of these references are orders already. */
export async function takenRefs(db: Db, refs: readonly string[]): Promise<string[]> {
  return (await sql.takenRefs(db, { refs: [...refs] })).map(({ client_ref }) => client_ref);
}

/** Which of these a venue has carried out for an order that is not there. */
export async function freeAdopted(
  db: Db,
  { side = "SELL", base, fiat }: NewOrder,
  refs: readonly string[],
): Promise<{ clientRef: string; fill: VenueFill }[]> {
  const rows = await sql.freeAdopted(db, { refs: [...refs], side, base, fiat });
  return rows.map((row) => ({ clientRef: row.client_ref, fill: fillFrom(row.trades) }));
}

/** What a venue has done for an order, as it was told after a restore. */
export async function findAdopted(db: Db, clientRef: string): Promise<VenueFill | undefined> {
  const row = await db.adoptedOrder.findUnique({ where: { clientRef } });
  return row ? fillFrom(row.trades) : undefined;
}

/** False when it was known. */
export async function insertAdopted(db: Db, venue: string, executed: Executed): Promise<boolean> {
  const { clientRef, side, base, fiat, fill } = executed;
  const trades = JSON.stringify(
    fill.trades.map(({ tradeId, quantity, proceeds, fee, cryptoFee }) => ({
      tradeId,
      quantity: quantity.toString(),
      proceeds: proceeds.toString(),
      fee: fee.toString(),
      cryptoFee: cryptoFee?.toString(),
    })),
  );
  return (await sql.insertAdopted(db, { clientRef, venue, side, base, fiat, trades })) === 1;
}

export type Adopted = Executed & { venue: string };

/** Adopted so long ago, and no order has taken them. */
export async function unclaimedAdopted(db: Db, afterMs: number, limit: number): Promise<Adopted[]> {
  const rows = await sql.unclaimedAdopted(db, { afterMs, limit });
  return rows.map(({ client_ref, venue, side, asset, fiat, trades }) => ({
    clientRef: client_ref,
    venue,
    side,
    base: asset,
    fiat,
    fill: fillFrom(trades),
  }));
}

/** Which of a venue's trades are in the books, or kept for an order. */
export async function knownTrades(db: Db, venue: string, tradeIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await sql.knownTrades(db, { venue, tradeIds: [...tradeIds] })).map(({ tradeId }) => tradeId));
}

/** Pairs of a venue with an order whose trades may not be in the books yet, and since when. */
export async function pairsInDoubt(
  db: Db,
  venue: string,
  looks: number,
): Promise<{ base: Crypto; fiat: Fiat; since: Date }[]> {
  return (await sql.inDoubt(db, { venue, looks })).map(({ asset, fiat, since }) => ({ base: asset, fiat, since }));
}

const TRADES = z.array(
  z.object({
    tradeId: z.string(),
    quantity: z.string(),
    proceeds: z.string(),
    fee: z.string(),
    cryptoFee: z.string().optional(),
  }),
);

const fillFrom = (json: unknown): VenueFill =>
  fillOf(
    TRADES.parse(json).map(({ tradeId, quantity, proceeds, fee, cryptoFee }) => ({
      tradeId,
      quantity: decimalFrom(quantity),
      proceeds: decimalFrom(proceeds),
      fee: decimalFrom(fee),
      ...(cryptoFee !== undefined && { cryptoFee: decimalFrom(cryptoFee) }),
    })),
  );
