import { setTimeout as sleep } from "node:timers/promises";
import { type MadeBill, recordOf, type World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { callerOf, RETAINED } from "./bills.ts";

const CALLERS = 8;
const MOST_DELAY_MS = 4;

/** Eight create an invoice for one bill: one gets it, seven are told that it is taken. */
export async function raceCreates(
  world: World,
  chance: Chance,
  { paymentId }: MadeBill,
): Promise<{ invoiceId: string | undefined; faults: string[] }> {
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: RETAINED, items: [{ paymentId }] };
  const delays = Array.from({ length: CALLERS }, () => chance.whole(0, MOST_DELAY_MS));
  const tries = await Promise.allSettled(
    delays.map(async (delayMs, at) => {
      await sleep(delayMs);
      return recordOf(await createConversion(callerOf(world, `create-${at}`), input));
    }),
  );
  const won = tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const lost = tries.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const faults = won.length === 1 ? [] : [`${won.length} of ${CALLERS} won (delays ${delays.join(", ")} ms)`];
  for (const reason of lost)
    if (!isRefusal(reason) || reason.code !== "ALREADY_IN_CONVERSION") faults.push(`a loser got ${String(reason)}`);
  return { invoiceId: won[0]?.invoiceId, faults };
}
