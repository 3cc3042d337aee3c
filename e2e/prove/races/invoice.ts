import { setTimeout as sleep } from "node:timers/promises";
import { recordOf, type World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { cancelConversion } from "#lib/conversions/cancel-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { needRecord } from "#lib/conversions/get-conversions.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { callerOf } from "./bills.ts";

type Invoice = ReturnType<typeof recordOf>;
type Tried = { answered?: Invoice; refused?: string };
type Race = { executes: Tried[]; cancel: Tried | undefined; final: Invoice; orders: string[] };

/** How long a quote lives in this proof: less than the 10 s an order is good for. */
export const QUOTE_MS = 5_000;
/** Now and then the clock goes past the order's own deadline too, and the order must never leave after it. */
const JUMPS_MS = [QUOTE_MS, QUOTE_MS, QUOTE_MS, QUOTE_MS, QUOTE_MS, QUOTE_MS, 2 * QUOTE_MS] as const;
/** Reaches from before the first execution to after the last one's end. */
const MOST_DELAY_MS = 14;
const FAULTS = ["none", "none", "none", "none", "reject", "timeout-after-accept"] as const;
const MARGIN_MS = 25_000;
const MAX_LOOKS = 3;
/** One round in so many leaves the cancel out, or nothing would ever be left to quote again. */
const CANCELS_OF = 4;

/** Execute, execute, cancel and the end of the quote on one invoice; answers what came of it and whatever was wrong. */
export async function raceInvoice(
  world: World,
  chance: Chance,
  invoiceId: string,
): Promise<{ outcome: string; played: string; faults: string[] }> {
  await quoteConversion(world.ctx, { invoiceId });
  const fault = chance.pick(FAULTS);
  await world.fault(fault, 1);
  const moments = [0, 1, 2, 3].map(() => chance.whole(0, MOST_DELAY_MS));
  const cancels = chance.whole(1, CANCELS_OF) > 1;
  const jumpMs = chance.pick(JUMPS_MS) + 1;
  const played = `execute at ${moments[0]} and ${moments[1]} ms, ${cancels ? `cancel at ${moments[2]}` : "no cancel"}, ${jumpMs} ms pass at ${moments[3]}, venue ${fault}`;
  const at = async <T>(which: number, act: () => Promise<T>): Promise<T> => {
    await sleep(moments[which] ?? 0);
    return act();
  };
  const execute = (which: number) =>
    at(which, () => tried(() => executeConversion(callerOf(world, `execute-${which}`), { invoiceId })));
  const [first, second, cancel] = await Promise.all([
    execute(0),
    execute(1),
    cancels ? at(2, () => tried(() => cancelConversion(callerOf(world, "cancel"), { invoiceId }))) : undefined,
    at(3, () => world.later(jumpMs)),
  ]);
  await world.fault("none");
  const final = await outcomeKnown(world, invoiceId);
  const race = { executes: [first, second], cancel, final, orders: await ordersOf(world, invoiceId) };
  const faults = [...refusalFaults(race), ...outcomeFaults(race), ...(await afterwards(world, final))];
  return { outcome: outcomeOf(final), played, faults };
}

/**
 * The invoice once its order's fate is known: at once, or, when the clock went past the order's deadline before it left or
 * its answer was lost, after the venue has been asked and margin has passed.
 */
async function outcomeKnown(world: World, invoiceId: string): Promise<Invoice> {
  let found = await invoiceNow(world, invoiceId);
  for (let looks = 0; found.status === "EXECUTING" && looks < MAX_LOOKS; looks += 1) {
    await world.later(looks * MARGIN_MS);
    await world.settle();
    found = await invoiceNow(world, invoiceId);
  }
  return found;
}

async function tried(act: () => Promise<Parameters<typeof recordOf>[0]>): Promise<Tried> {
  try {
    return { answered: recordOf(await act()) };
  } catch (reason) {
    return { refused: isRefusal(reason) ? reason.code : String(reason) };
  }
}

async function invoiceNow(world: World, invoiceId: string): Promise<Invoice> {
  return recordOf(await needRecord(world.ctx, invoiceId));
}

/** The status of every order placed for the invoice, and `AT_VENUE` for each the venue has taken in. */
async function ordersOf(world: World, invoiceId: string): Promise<string[]> {
  const { rows } = await world.app.database.pool.query<{ status: string; taken: boolean }>(
    `select o.status, s.client_ref is not null and s.status <> 'REFUSED' as taken from venue_order o
     left join sandbox_order s on s.client_ref = o.client_ref where o.conversion_id = $1`,
    [invoiceId],
  );
  return rows.flatMap(({ status, taken }) => (taken ? [status, "AT_VENUE"] : [status]));
}

function outcomeOf({ status }: Invoice): string {
  if (status === "EXECUTED") return "executed";
  return status === "CANCELLED" ? "cancelled" : "still quotable";
}

/** Losers are told why by a code of the contract, nothing else. */
function refusalFaults({ executes, cancel, orders }: Race): string[] {
  const ofExecute = ["INVALID_STATE", "QUOTE_EXPIRED", ...(orders.includes("REFUSED") ? ["QUOTE_REQUIRED"] : [])];
  const odd = executes.filter(({ refused }) => refused !== undefined && !ofExecute.includes(refused));
  const faults = odd.map(({ refused }) => `an execute was refused with ${refused}`);
  if (cancel?.refused !== undefined && cancel.refused !== "INVALID_STATE")
    faults.push(`the cancel was refused with ${cancel.refused}`);
  return faults;
}

function outcomeFaults(race: Race): string[] {
  const { executes, cancel, final, orders } = race;
  const count = (status: string) => orders.filter((order) => order === status).length;
  const executed = final.status === "EXECUTED";
  const claims: [string, boolean][] = [
    ["one outcome", ["EXECUTED", "CANCELLED", "QUOTED", "CREATED"].includes(final.status)],
    ["no order is left open", count("OPEN") === 0],
    ["at most one order is placed", count("FILLED") + count("REFUSED") <= 1 && count("AT_VENUE") <= 1],
    ["it is executed when the venue took its order, and only then", executed === (count("AT_VENUE") === 1)],
    ["cancelled when the cancel was answered, and only then", isCancelled(final) === (cancel?.answered !== undefined)],
    ["both executes are answered when it is executed", !executed || executes.every(({ answered }) => answered)],
    ["the quote's fiat is paid", !executed || String(final.fiatReceived) === "118.2"],
    [
      "no execute is answered as executed when it is not",
      executed || executes.every(({ answered }) => !isDone(answered)),
    ],
  ];
  return claims.filter(([, holds]) => !holds).map(([claim]) => `not so: ${claim}; ${JSON.stringify(race)}`);
}

const isCancelled = ({ status }: Invoice): boolean => status === "CANCELLED";
const isDone = (answered: Invoice | undefined): boolean => answered?.status === "EXECUTED";

/** Asked again, an executed invoice answers the same record to everybody; one still quotable is quoted and executed. */
async function afterwards(world: World, final: Invoice): Promise<string[]> {
  const { invoiceId, status } = final;
  if (status === "CANCELLED") return [];
  if (status !== "EXECUTED") await quoteConversion(world.ctx, { invoiceId });
  const execute = (at: number) => tried(() => executeConversion(callerOf(world, `again-${at}`), { invoiceId }));
  const again = await Promise.all([0, 1].map(execute));
  const end = await invoiceNow(world, invoiceId);
  if (end.status !== "EXECUTED") return [`quoted again it did not execute: ${JSON.stringify({ again, end })}`];
  const isFinal = ({ answered }: Tried): boolean => JSON.stringify(answered) === JSON.stringify(final);
  return status !== "EXECUTED" || again.every(isFinal) ? [] : [`executed again it answered ${JSON.stringify(again)}`];
}
