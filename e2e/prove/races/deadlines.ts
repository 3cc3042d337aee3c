import type { MadeBill, World } from "#e2e/world/sandbox.ts";
import { recordOf } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { DEADLINE_MS } from "#lib/liquidity/place-order.ts";
import { rowsOf } from "./at-once.ts";
import { callerOf, RETAINED } from "./bills.ts";

const MARGIN_MS = 25_000;
const LOOKS = 4;

/** An order that is placed just before its deadline passes is never sent; a quote ends at its very tick. */
export async function raceDeadlines(world: World, chance: Chance, bill: MadeBill): Promise<string[]> {
  const items = [{ paymentId: bill.paymentId }];
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: RETAINED, items } as const;
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  const faults = await lateQuote(world, chance, invoiceId);
  return faults.length > 0 ? faults : lateOrder(world, chance, invoiceId);
}

async function lateQuote(world: World, chance: Chance, invoiceId: string): Promise<string[]> {
  const { expiryTime } = await quoteConversion(world.ctx, { invoiceId });
  const left = expiryTime - (await world.ctx.now()).getTime();
  await world.later(Math.max(0, left) + chance.whole(0, 1));
  const ended = await executeConversion(callerOf(world, "late"), { invoiceId }).then(
    () => "executed",
    (reason: unknown) => (isRefusal(reason) ? reason.code : String(reason)),
  );
  return ended === "QUOTE_EXPIRED" ? [] : [`at the end of its quote an execute was ${ended}`];
}

/** Business time goes on between the transaction that places the order and the moment it is sent. */
async function lateOrder(world: World, chance: Chance, invoiceId: string): Promise<string[]> {
  await quoteConversion(world.ctx, { invoiceId });
  const caller = callerOf(world, "slow");
  const slow: Ctx = {
    ...caller,
    async transaction(work) {
      const done = await caller.transaction(work);
      await world.later(DEADLINE_MS + chance.whole(0, 1));
      return done;
    },
  };
  await executeConversion(slow, { invoiceId });
  for (let look = 0; look < LOOKS; look += 1) {
    await world.later(MARGIN_MS);
    await world.settle();
  }
  const rows = await rowsOf<{ status: string; taken: boolean }>(
    world,
    `select o.status, s.client_ref is not null as taken from venue_order o
     left join sandbox_order s on s.client_ref = o.client_ref where o.conversion_id = $1`,
    [invoiceId],
  );
  const isRight = rows.length === 1 && rows.every(({ status, taken }) => status === "REFUSED" && !taken);
  return isRight ? [] : [`an order past its deadline came to ${JSON.stringify(rows)}`];
}
