import type { Fiat } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./performance.sql.ts";
import type { FiatRate } from "./fiat-rates.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { ConversionDay, DeliveryDay } from "./performance-contract.ts";

const DAYS = 30;

export type PerformanceJson = Awaited<ReturnType<typeof performanceJson>>;

/**
 * By day (UTC) as JSON text: executed conversions valued in one fiat, and how long deposits of the account took to fiat. Of an
 * order that the venue filled in part only that part counts. Quantiles are values that occurred: nothing is interpolated.
 */
export async function performanceJson(
  db: Db,
  accountId: string,
  { fiat, rates, now, withCost }: { fiat: Fiat; rates: readonly FiatRate[]; now: Date; withCost: boolean },
) {
  const [row] = await sql.performanceJson(db, {
    now,
    days: DAYS - 1,
    accountId,
    fiat,
    withCost,
    fiats: rates.map((one) => one.fiat),
    rates: rates.map(({ rate }) => rate.toString()),
  });
  return {
    conversions: new Raw<ConversionDay[]>(row?.conversions ?? "[]"),
    deliveries: new Raw<DeliveryDay[]>(row?.deliveries ?? "[]"),
    /** Fiats that have no rate now. */
    unpriced: new Raw<Fiat[]>(row?.unpriced ?? "[]"),
  };
}
