import type { House } from "#lib/house.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { leaseTokens } from "./rate-limit-store.ts";

export type RateHeaders = Record<string, string>;

/** Requests a key may make at once before its sustained rate counts (contract §3). */
const BURST = 200;
const MAX_BUDGETS = 10_000;
/**
 * A process leases an eighth of a second's worth beyond what waits, so that eight of them hold a second's worth at most
 * that the others cannot see.
 */
const LEASES_A_SECOND = 8;

/** What this process knows of a key: tokens leased, what was left for all at the last look, and who waits for the next. */
type Budget = {
  leased: number;
  left: number;
  at: number;
  waiting: number;
  /** Until then the shared budget holds no token: no need to ask. */
  emptyUntil: number;
  asking: Promise<void> | undefined;
};

/** The headers that tell what is left of a key's budget, without taking any of it. */
export function budgetOf(
  house: House,
  keyId: string,
  ratePerSecond: number,
  nowMs: number = performance.now(),
): RateHeaders {
  const budget = budgetsOf(house).get(keyId);
  return headersOf(budget ? known(budget, ratePerSecond, nowMs) : burstOf(ratePerSecond), ratePerSecond);
}

/**
 * Takes one request from a key's budget: a token bucket refilled at the key's rate, which all processes share and lease
 * from, so that most requests ask nobody. Answers the headers that tell what is left (draft-ietf-httpapi-ratelimit-headers);
 * refuses with 429 and `Retry-After` when it is empty.
 */
export async function takeFromBudget(house: House, keyId: string, ratePerSecond: number): Promise<RateHeaders> {
  const budget = budgetFor(house, keyId, ratePerSecond);
  budget.waiting += 1;
  try {
    while (budget.leased < 1) {
      if (performance.now() < budget.emptyUntil) throw limited(budget, ratePerSecond);
      budget.asking ??= lease(house, keyId, ratePerSecond, budget).finally(() => {
        budget.asking = undefined;
      });
      await budget.asking;
    }
    budget.leased -= 1;
    return headersOf(known(budget, ratePerSecond, performance.now()), ratePerSecond);
  } finally {
    budget.waiting -= 1;
  }
}

async function lease(house: House, keyId: string, ratePerSecond: number, budget: Budget): Promise<void> {
  const burst = burstOf(ratePerSecond);
  const tokens = Math.min(burst, budget.waiting - 1 + Math.ceil(ratePerSecond / LEASES_A_SECOND));
  const { granted, left } = await leaseTokens(house.database.pool, { keyId, ratePerSecond, burst, tokens });
  const now = performance.now();
  budget.leased += granted;
  budget.left = left;
  budget.at = now;
  if (granted === 0) budget.emptyUntil = now + ((1 - left) / ratePerSecond) * 1000;
}

function limited(budget: Budget, ratePerSecond: number): Refusal {
  const left = known(budget, ratePerSecond, performance.now());
  const waitSeconds = Math.max(1, Math.ceil((1 - left) / ratePerSecond));
  return new Refusal(
    "RATE_LIMITED",
    `This key has used up its rate of ${ratePerSecond} requests a second; wait ${waitSeconds} s.`,
    {
      headers: { ...headersOf(left, ratePerSecond), "retry-after": String(waitSeconds) },
    },
  );
}

const burstOf = (ratePerSecond: number): number => Math.max(BURST, ratePerSecond);

/** What this process may still count on: its lease and the shared rest, as refilled since it was seen. */
function known({ leased, left, at }: Budget, ratePerSecond: number, nowMs: number): number {
  return Math.min(burstOf(ratePerSecond), leased + left + (Math.max(0, nowMs - at) / 1000) * ratePerSecond);
}

function headersOf(tokens: number, ratePerSecond: number): RateHeaders {
  const burst = burstOf(ratePerSecond);
  return {
    "ratelimit-policy": `"default";q=${burst};w=${Math.ceil(burst / ratePerSecond)}`,
    ratelimit: `"default";r=${Math.floor(tokens)};t=${Math.ceil((burst - tokens) / ratePerSecond)}`,
  };
}

function budgetFor(house: House, keyId: string, ratePerSecond: number): Budget {
  const budgets = budgetsOf(house);
  const found = budgets.get(keyId);
  if (found) return found;
  if (budgets.size >= MAX_BUDGETS) budgets.clear();
  const left = burstOf(ratePerSecond);
  const made = { leased: 0, left, at: performance.now(), waiting: 0, emptyUntil: 0, asking: undefined };
  budgets.set(keyId, made);
  return made;
}

function budgetsOf(house: House): Map<string, Budget> {
  const found = house.shelf.get("rate budgets") as Map<string, Budget> | undefined;
  if (found) return found;
  const made = new Map<string, Budget>();
  house.shelf.set("rate budgets", made);
  return made;
}
