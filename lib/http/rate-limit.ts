import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Refusal } from "#lib/kernel/errors.ts";
import { HttpRefusal } from "./errors.ts";
import { leaseTokens } from "./rate-limit-store.ts";

export type RateHeaders = Record<string, string>;

/** Requests a key may make at once before its sustained rate counts (rulebook 3.25). */
const BURST = 200;
const MAX_BUDGETS = 10_000;
/**
 * A process leases an eighth of a second's worth beyond what waits, so that eight of them hold a second's worth at most
 * that the others cannot see.
 */
const LEASES_A_SECOND = 8;

/** The seconds' worth of tokens that changes may take beyond an empty budget, so that they pass while reads are refused. */
const CHANGES_AHEAD_S = 0.5;

/** Tokens that this process has leased for one kind of request, and who waits for the next. */
type Lane = {
  leased: number;
  waiting: number;
  /** Until then the shared budget holds no token for this kind: no need to ask. */
  emptyUntil: number;
  asking: Promise<void> | undefined;
};

/** What this process knows of a key: its leases, and what was left for all at the last look. Reads take from their lane only. */
type Budget = { reads: Lane; changes: Lane; left: number; at: number };

/** Changes are what moves money: creating, quoting, executing, paying. */
export type Kind = "read" | "change";

/** The headers that tell what is left of a key's budget, without taking any of it. */
export function budgetOf(
  app: App,
  keyId: string,
  ratePerSecond: number,
  nowMs: number = performance.now(),
): RateHeaders {
  const budget = budgetsOf(app).get(keyId);
  return headersOf(budget ? known(budget, ratePerSecond, nowMs) : burstOf(ratePerSecond), ratePerSecond);
}

/**
 * Takes one request from a key's budget: a token bucket refilled at the key's rate, which all processes share and lease
 * from, so that most requests need no query. Changes may overdraw it a little, which reads then wait for: when the
 * budget is short money goes first. Answers the headers that say what is left (draft-ietf-httpapi-ratelimit-headers);
 * refuses with 429 and `Retry-After` when it is empty.
 */
export async function takeFromBudget(
  app: App,
  keyId: string,
  ratePerSecond: number,
  kind: Kind = "read",
): Promise<RateHeaders> {
  const budget = budgetFor(app, keyId, ratePerSecond);
  const lane = kind === "change" && budget.reads.leased < 1 ? budget.changes : budget.reads;
  const debt = debtOf(lane, budget, ratePerSecond);
  lane.waiting += 1;
  try {
    while (lane.leased < 1) {
      if (performance.now() < lane.emptyUntil) throw limited(budget, ratePerSecond, debt);
      lane.asking ??= lease(app, keyId, ratePerSecond, budget, lane).finally(() => {
        lane.asking = undefined;
      });
      await lane.asking;
    }
    lane.leased -= 1;
    return headersOf(known(budget, ratePerSecond, performance.now()), ratePerSecond);
  } finally {
    lane.waiting -= 1;
  }
}

/** Gives back what was taken for a request that is refused for another reason than its rate. */
export function giveBack(app: App, keyId: string, ratePerSecond: number): void {
  budgetFor(app, keyId, ratePerSecond).reads.leased += 1;
}

async function lease(app: App, keyId: string, ratePerSecond: number, budget: Budget, lane: Lane): Promise<void> {
  const burst = burstOf(ratePerSecond);
  const debt = debtOf(lane, budget, ratePerSecond);
  const tokens = Math.min(burst, lane.waiting - 1 + Math.ceil(ratePerSecond / LEASES_A_SECOND));
  const { granted, left } = await leaseTokens(app.database.prisma, { keyId, ratePerSecond, burst, tokens, debt });
  const now = performance.now();
  lane.leased += granted;
  budget.left = left;
  budget.at = now;
  if (granted === 0) lane.emptyUntil = now + ((1 - left - debt) / ratePerSecond) * 1000;
}

const debtOf = (lane: Lane, budget: Budget, ratePerSecond: number): number =>
  lane === budget.changes ? ratePerSecond * CHANGES_AHEAD_S : 0;

function limited(budget: Budget, ratePerSecond: number, debt: number): Refusal {
  const left = known(budget, ratePerSecond, performance.now());
  const waitSeconds = Math.max(1, Math.ceil((1 - left - debt) / ratePerSecond));
  return new HttpRefusal(
    "RATE_LIMITED",
    `This key has used up its rate of ${ratePerSecond} requests a second; wait ${waitSeconds} s.`,
    headersOf(left, ratePerSecond),
    { retryAfterSeconds: waitSeconds },
  );
}

const burstOf = (ratePerSecond: number): number => Math.max(BURST, ratePerSecond);

/** What this process may still count on: its lease and the shared rest, as refilled since it was seen. */
function known({ reads, changes, left, at }: Budget, ratePerSecond: number, nowMs: number): number {
  const refilled = left + (Math.max(0, nowMs - at) / 1000) * ratePerSecond;
  return Math.min(burstOf(ratePerSecond), reads.leased + changes.leased + refilled);
}

function headersOf(tokens: number, ratePerSecond: number): RateHeaders {
  const burst = burstOf(ratePerSecond);
  return {
    "ratelimit-policy": `"default";q=${burst};w=${Math.ceil(burst / ratePerSecond)}`,
    ratelimit: `"default";r=${Math.max(0, Math.floor(tokens))};t=${Math.ceil((burst - tokens) / ratePerSecond)}`,
  };
}

function budgetFor(app: App, keyId: string, ratePerSecond: number): Budget {
  const budgets = budgetsOf(app);
  const found = budgets.get(keyId);
  if (found) return found;
  if (budgets.size >= MAX_BUDGETS) budgets.clear();
  const left = burstOf(ratePerSecond);
  const made = { reads: newLane(), changes: newLane(), left, at: performance.now() };
  budgets.set(keyId, made);
  return made;
}

const newLane = (): Lane => ({ leased: 0, waiting: 0, emptyUntil: 0, asking: undefined });

const RATE_BUDGETS = slot<Map<string, Budget>>("rate budgets");

const budgetsOf = (app: App): Map<string, Budget> => app.slots.of(RATE_BUDGETS, () => new Map<string, Budget>());
