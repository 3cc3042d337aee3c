import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { cryptoOf, isFiat, scaleOf, shownAsset } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { amountOf, minOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { placeOfCode } from "#lib/ledger/move-journal.ts";
import { needVenue } from "#lib/moves/destinations.ts";
import type { listInventoryEndpoint, setStockEndpoint, StockRecord } from "./contract.ts";
import { insertStock, readInventory, readSources, type StockRow, type StockSource } from "./store.ts";

const DAY_MS = 86_400_000;

/** What the house has at its venues, beside what is promised of it, and the move that each needs (rulebook 13.10). */
export async function listInventory(ctx: Ctx): Promise<OutputOf<typeof listInventoryEndpoint>> {
  const now = await ctx.now();
  const [rows, sources] = [await readInventory(ctx.db, now), await readSources(ctx.db)];
  return {
    data: rows.map(({ symbol, short, ...row }) => ({
      ...row,
      asset: symbol,
      floorAt: floorAt({ symbol, short, ...row }, now),
      proposal: proposalFor({ symbol, short, ...row }, sources),
      isShort: !short.isZero(),
    })),
  };
}

/** At the pace of the last 28 days; undefined where nothing is used, or there is no floor. */
function floorAt({ balance, promised, coming, perDay, floor }: StockRow, now: Date): number | undefined {
  if (!floor || perDay.units <= 0n) return undefined;
  const above = balance.plus(coming).minus(promised).minus(floor);
  if (above.units <= 0n) return now.getTime();
  const days = above.times(Decimal.of(BigInt(DAY_MS))).dividedDown(perDay, 0);
  return days.compare(Decimal.of(100n * 365n * BigInt(DAY_MS))) > 0
    ? undefined
    : now.getTime() + Number(days.floorUnits(0));
}

/** From where most of it lies: what is short of the target, as far as it is at hand. */
function proposalFor({ venue, symbol, short }: StockRow, sources: readonly StockSource[]): StockRecord["proposal"] {
  const source = sources.find(({ asset }) => (isFiat(asset) ? asset : cryptoOf(asset)) === symbol);
  if (short.isZero() || !source) return undefined;
  const units = minOf(short.ceilUnits(scaleOf(source.asset)), source.units);
  return {
    kind: isFiat(symbol) ? "FROM_BANK" : "TO_VENUE",
    from: placeOfCode(source.code),
    to: `venue:${venue}`,
    networkType: shownAsset(source.asset).networkType,
    quantity: amountOf(source.asset, units),
  };
}

/** Sets what the house wants to have at a venue. Refuses one of the two figures alone, and a target below the floor. */
export async function setStock(
  ctx: Ctx,
  { venue, asset, floor, target }: InputOf<typeof setStockEndpoint>,
): Promise<OutputOf<typeof setStockEndpoint>> {
  needVenue(ctx, `venue:${venue}`, "venue");
  if ((floor === undefined) !== (target === undefined))
    throw invalid(floor ? "target" : "floor", "floor and target are set together, or neither.");
  if (floor && target && target.compare(floor) < 0) throw invalid("target", "target must be at least the floor.");
  for (const [field, value] of [
    ["floor", floor],
    ["target", target],
  ] as const)
    if (value && value.scale > scaleOf(asset))
      throw invalid(field, `${field} takes at most ${scaleOf(asset)} decimals.`);
  return ctx.transaction(async (tx) => {
    const made = {
      id: tx.id(),
      venue,
      symbol: asset,
      floor,
      target,
      setBy: actorName(tx.actor),
      setAt: await tx.now(),
    };
    await insertStock(tx.db, made);
    await recordAudit(tx, {
      action: "inventory.set",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "venue-stock",
      objectId: made.id,
      detail: { venue, asset, floor: floor?.toString() ?? null, target: target?.toString() ?? null },
    });
    return answerWith(tx, { venue, asset, floor, target });
  });
}
