import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Crypto, cryptoOf, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { maxOf, minOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToAdmins } from "#lib/mail/queue-mail.ts";
import { lastWorthInEur } from "#lib/pricing/last-bids.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { leastSetting, type Settings } from "#lib/settings/setting.ts";
import {
  deleteStop,
  type HedgeStop,
  type OpenSince,
  readOpenedAt,
  readPositions,
  readStops,
  upsertStop,
} from "./hedge-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** What is open of a pair, and for how long; what no venue would take yet is pooled and not open. */
export type OpenHedge = OpenSince & { units: bigint };

/** What holds in live where the house has set nothing: a quarter of an hour, and what 250 000 EUR buy. */
const IN_LIVE = { ageMs: "900000", inEur: "250000" } as const;

/** The pairs of which the house's book is long by at least what some venue of the pair takes, be it well or not. */
export async function openHedges(ctx: Ctx): Promise<OpenHedge[]> {
  const units = new Map<string, { base: Crypto; fiat: Fiat; units: bigint }>();
  for (const { asset, fiat, units: own } of await readPositions(ctx.db)) {
    const base = cryptoOf(asset);
    const key = `${base}/${fiat}`;
    units.set(key, { base, fiat, units: (units.get(key)?.units ?? 0n) + own });
  }
  const wanted = [...units.values()]
    .map((pair) => ({ ...pair, atLeast: leastOrder(ctx, pair.base, pair.fiat) }))
    .filter((pair) => pair.units >= pair.atLeast);
  if (wanted.length === 0) return [];
  const opened = await readOpenedAt(ctx.db, wanted);
  return opened.map((since) => ({ ...since, units: units.get(`${since.base}/${since.fiat}`)?.units ?? 0n }));
}

/** The least that any venue of a pair takes; a pair without a venue cannot wait for more. */
function leastOrder({ app }: Ctx, base: Crypto, fiat: Fiat): bigint {
  const minimums = app.venues
    .map((venue) => venue.capabilities())
    .filter((can) => can.serves(base, fiat))
    .map((can) => can.minimum(base).floorUnits(scaleOf(base)));
  return maxOf(minimums.length === 0 ? 1n : minimums.reduce(minOf), 1n);
}

export type HedgeLimits = { ageMs: number | undefined; inEur: Decimal | undefined };

/** Every limit that is set for a pair's hedge, and live's defaults where the house has set none (rulebook 13.14). */
export function hedgeLimits(mode: "sandbox" | "live", settings: Settings, base: Crypto, fiat: Fiat): HedgeLimits {
  const narrowed = ["", `.${base}`, `.${fiat}`, `.${base}.${fiat}`];
  const age = leastSetting(settings, "hedgeAgeLimitMs", narrowed);
  const size = leastSetting(settings, "hedgeSizeLimit", narrowed);
  const standard = mode === "live" ? IN_LIVE : undefined;
  const ageMs = age ?? (standard && Decimal.from(standard.ageMs));
  return {
    ageMs: ageMs && Number(ageMs.floorUnits(0)),
    inEur: size ?? (standard && Decimal.from(standard.inEur)),
  };
}

/** Which of its limits an open hedge is past; a crypto that never had a bid in EUR has no size. */
export function passedBy(
  open: { base: Crypto; units: bigint; ageMs: number },
  limits: HedgeLimits,
  bid: Decimal | undefined,
): Pick<HedgeStop, "ageLimitMs" | "sizeLimit"> | undefined {
  const worth = bid && Decimal.of(open.units, scaleOf(open.base)).times(bid);
  const ageLimitMs = limits.ageMs !== undefined && open.ageMs > limits.ageMs ? limits.ageMs : undefined;
  const sizeLimit = limits.inEur && worth && worth.compare(limits.inEur) > 0 ? limits.inEur : undefined;
  return ageLimitMs === undefined && sizeLimit === undefined ? undefined : { ageLimitMs, sizeLimit };
}

/**
 * Stops new promises in the pairs whose open hedge is past a limit, and lets them go on once it is done (rulebook 13.14).
 * A create reads the stop's one row; it stays where a worker has died, since nothing is hedged then. Answers how many
 * pairs were stopped or let go.
 */
export async function watchHedges(ctx: Ctx): Promise<number> {
  const [open, stops] = [await openHedges(ctx), await readStops(ctx.db)];
  if (open.length === 0 && stops.length === 0) return 0;
  const [settings, worth] = [await houseSettings(ctx), await lastWorthInEur(ctx)];
  const past = open.flatMap((each) => {
    const passed = passedBy(each, hedgeLimits(ctx.app.mode, settings, each.base, each.fiat), worth[each.base]);
    return passed ? [{ ...each, ...passed }] : [];
  });
  let changed = 0;
  for (const each of past) {
    const known = stops.find(({ base, fiat }) => base === each.base && fiat === each.fiat);
    if (known && isSame(known, each)) continue;
    await ctx.transaction((tx) => stop(tx, each));
    changed += 1;
  }
  for (const known of stops) {
    if (past.some(({ base, fiat }) => base === known.base && fiat === known.fiat)) continue;
    if (await ctx.transaction((tx) => letGo(tx, known))) changed += 1;
  }
  return changed;
}

/** The pairs that are stopped now. */
export const hedgeStops = ({ db }: Ctx): Promise<HedgeStop[]> => readStops(db);

const isSame = (known: HedgeStop, now: HedgeStop): boolean =>
  known.openedAt.getTime() === now.openedAt.getTime() &&
  known.ageLimitMs === now.ageLimitMs &&
  `${known.sizeLimit}` === `${now.sizeLimit}`;

async function stop(ctx: Ctx, stopped: OpenHedge & HedgeStop): Promise<void> {
  if (!(await upsertStop(ctx.db, stopped))) return;
  const { base, fiat, units, ageLimitMs, sizeLimit } = stopped;
  const quantity = Decimal.of(units, scaleOf(base)).toString();
  await note(ctx, "hedge.stopped", stopped, {
    quantity,
    ...(ageLimitMs !== undefined && { ageLimitMs }),
    ...(sizeLimit && { sizeLimit: sizeLimit.toString() }),
  });
  const { hedge } = lettersText;
  const pair = `${base}/${fiat}`;
  await queueToAdmins(ctx, (await houseOf(ctx.app)).id, () => ({
    subject: hedge.subject(pair),
    text: hedge.text(pair),
  }));
  ctx.app.log.warn("a hedge is past its limit", { pair: `${base}/${fiat}`, quantity });
}

async function letGo(ctx: Ctx, known: HedgeStop): Promise<boolean> {
  if (!(await deleteStop(ctx.db, known.base, known.fiat))) return false;
  await note(ctx, "hedge.resumed", known, {});
  return true;
}

async function note(
  ctx: Ctx,
  action: string,
  { base, fiat }: Pick<HedgeStop, "base" | "fiat">,
  detail: Record<string, unknown>,
): Promise<void> {
  const { id: accountId } = await houseOf(ctx.app);
  await recordAudit(ctx, { action, accountId, objectKind: "pair", objectId: `${base}/${fiat}`, detail });
}
