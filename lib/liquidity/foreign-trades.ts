import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToMembers, type Wording } from "#lib/mail/queue-mail.ts";
import { adopt } from "./adopt-orders.ts";
import { type Adopted, knownTrades, pairsInDoubt } from "./adopted-store.ts";
import { fillOf } from "./fill.ts";
import type { AccountTrade } from "./venue.ts";
import { POLLS_FOR_MISSED } from "./watch-missed.ts";
import { amountIn } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** How long after a trade its order is surely written down, if it is one of ours. */
const OWN_MS = 900_000;
/** An order may be told by a clock that runs before ours. */
const CLOCKS_APART_MS = 300_000;

/** `readTo`: by when all trades are explained. */
export type Explained = { booked: number; readTo: Date };

/**
 * Takes into the books what was traded at a venue by no order of the house: coins and money there have changed, so the
 * house's own book takes them, everybody of the house is told, and a case stays (rulebook 13.18). A trade waits while an
 * order of its pair is in doubt, which it may be of. May be told the same trades again.
 */
export async function bookForeign(ctx: Ctx, venue: string, reported: readonly AccountTrade[]): Promise<Explained> {
  const now = (await ctx.now()).getTime();
  const known = await knownTrades(
    ctx.db,
    venue,
    reported.map(({ tradeId }) => tradeId),
  );
  const unknown = reported.filter(({ tradeId }) => !known.has(tradeId));
  const doubts = unknown.length > 0 ? await pairsInDoubt(ctx.db, venue, POLLS_FOR_MISSED) : [];
  const mayBeOurs = ({ base, fiat, at }: AccountTrade) =>
    at.getTime() > now - OWN_MS ||
    doubts.some(
      (doubt) => doubt.base === base && doubt.fiat === fiat && at.getTime() >= doubt.since.getTime() - CLOCKS_APART_MS,
    );
  const foreign = Map.groupBy(
    unknown.filter((trade) => !mayBeOurs(trade)),
    ({ orderRef, side }) => `${side} ${orderRef}`,
  );
  let booked = 0;
  for (const trades of foreign.values()) if (await bookAs(ctx, venue, trades)) booked += 1;
  const waiting = unknown.filter(mayBeOurs).map(({ at }) => at.getTime());
  return { booked, readTo: new Date(Math.min(now - OWN_MS, ...waiting)) };
}

async function bookAs(ctx: Ctx, venue: string, trades: readonly AccountTrade[]): Promise<boolean> {
  const [first] = trades;
  if (!first) return false;
  const { side, base, fiat, orderRef } = first;
  const fill = fillOf(trades);
  const foreign: Adopted = { clientRef: `${venue} ${fill.trades[0]?.tradeId}`, venue, side, base, fiat, fill };
  return ctx.transaction(async (tx) => {
    const order = await adopt(tx, foreign, "FOREIGN");
    if (!order) return false;
    const { id: houseId } = await houseOf(tx.app);
    tx.app.log.error("a trade at a venue that no order of ours made", { venue, orderRef });
    await recordAudit(tx, {
      action: "venue.foreign",
      accountId: houseId,
      objectKind: "venue_order",
      objectId: order.id,
      detail: { venue, orderRef, side, base, fiat, quantity: fill.quantity.toString() },
    });
    await queueToMembers(tx, houseId, letterOf(foreign, orderRef));
    return true;
  });
}

function letterOf({ venue, side, base, fiat, fill }: Adopted, orderRef: string): Wording {
  const { foreignTrade } = lettersText;
  const isSale = side === "SELL";
  return () => {
    const [quantity, proceeds] = [amountIn(fill.quantity, base), amountIn(fill.proceeds, fiat)];
    return {
      subject: foreignTrade[isSale ? "sold" : "bought"](venue, quantity, proceeds),
      text: [
        foreignTrade.lead(venue),
        "",
        `  ${foreignTrade[isSale ? "soldLine" : "boughtLine"](quantity, proceeds)}`,
        `  ${foreignTrade.order(orderRef, venue)}`,
        "",
        foreignTrade.end(venue),
      ].join("\n"),
      path: "/exceptions?kind=UNKNOWN_TRADE",
    };
  };
}
