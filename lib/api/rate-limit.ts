import type { House } from "#lib/house.ts";
import { Refusal } from "#lib/kernel/errors.ts";

export type RateHeaders = Record<string, string>;

/** Requests a key may make at once before its sustained rate counts (contract §3). */
const BURST = 200;
const MAX_BUDGETS = 10_000;

type Budget = { tokens: number; at: number };

/** The headers that tell what is left of a key's budget, without taking any of it. */
export function budgetOf(
  house: House,
  keyId: string,
  ratePerSecond: number,
  nowMs: number = performance.now(),
): RateHeaders {
  return headersOf(refilled(house, keyId, ratePerSecond, nowMs).tokens, ratePerSecond);
}

/**
 * Takes one request from a key's budget: a token bucket refilled at the key's rate. Answers the headers that tell what
 * is left (draft-ietf-httpapi-ratelimit-headers); refuses with 429 and `Retry-After` when it is empty.
 */
export function takeFromBudget(
  house: House,
  keyId: string,
  ratePerSecond: number,
  nowMs: number = performance.now(),
): RateHeaders {
  const budget = refilled(house, keyId, ratePerSecond, nowMs);
  if (budget.tokens >= 1) {
    budget.tokens -= 1;
    return headersOf(budget.tokens, ratePerSecond);
  }
  const waitSeconds = Math.max(1, Math.ceil((1 - budget.tokens) / ratePerSecond));
  throw new Refusal(
    "RATE_LIMITED",
    `This key has used up its rate of ${ratePerSecond} requests a second; wait ${waitSeconds} s.`,
    {
      headers: { ...headersOf(budget.tokens, ratePerSecond), "retry-after": String(waitSeconds) },
    },
  );
}

const burstOf = (ratePerSecond: number): number => Math.max(BURST, ratePerSecond);

function refilled(house: House, keyId: string, ratePerSecond: number, nowMs: number): Budget {
  const budgets = budgetsOf(house);
  const burst = burstOf(ratePerSecond);
  const budget = budgets.get(keyId) ?? { tokens: burst, at: nowMs };
  budget.tokens = Math.min(burst, budget.tokens + (Math.max(0, nowMs - budget.at) / 1000) * ratePerSecond);
  budget.at = nowMs;
  if (!budgets.has(keyId) && budgets.size >= MAX_BUDGETS) budgets.clear();
  budgets.set(keyId, budget);
  return budget;
}

function headersOf(tokens: number, ratePerSecond: number): RateHeaders {
  const burst = burstOf(ratePerSecond);
  return {
    "ratelimit-policy": `"default";q=${burst};w=${Math.ceil(burst / ratePerSecond)}`,
    ratelimit: `"default";r=${Math.floor(tokens)};t=${Math.ceil((burst - tokens) / ratePerSecond)}`,
  };
}

function budgetsOf(house: House): Map<string, Budget> {
  const known = house.shelf.get("rate budgets") as Map<string, Budget> | undefined;
  if (known) return known;
  const made = new Map<string, Budget>();
  house.shelf.set("rate budgets", made);
  return made;
}
