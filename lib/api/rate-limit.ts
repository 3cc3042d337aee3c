import type { House } from "#lib/house.ts";
import { Refusal } from "#lib/kernel/errors.ts";

export type RateHeaders = Record<string, string>;

/** Requests a key may make at once before its sustained rate counts (contract §3). */
const BURST = 200;
const MAX_BUDGETS = 10_000;

type Budget = { tokens: number; at: number };

/**
 * Takes one request from a key's budget: a token bucket refilled at the key's rate. Answers the headers that tell what
 * is left (draft-ietf-httpapi-ratelimit-headers); refuses with 429 and `Retry-After` when it is empty.
 */
export function takeFromBudget(house: House, keyId: string, ratePerSecond: number, nowMs: number = performance.now()): RateHeaders {
  const budgets = budgetsOf(house);
  const burst = Math.max(BURST, ratePerSecond);
  const known = budgets.get(keyId) ?? { tokens: burst, at: nowMs };
  const tokens = Math.min(burst, known.tokens + ((nowMs - known.at) / 1000) * ratePerSecond);
  const left = Math.max(tokens - 1, 0);
  if (budgets.size >= MAX_BUDGETS) budgets.clear();
  budgets.set(keyId, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: nowMs });
  const headers: RateHeaders = {
    "ratelimit-policy": `"default";q=${burst};w=${Math.ceil(burst / ratePerSecond)}`,
    ratelimit: `"default";r=${Math.floor(left)};t=${Math.ceil((burst - left) / ratePerSecond)}`,
  };
  if (tokens >= 1) return headers;
  const waitSeconds = Math.max(1, Math.ceil((1 - tokens) / ratePerSecond));
  throw new Refusal("RATE_LIMITED", `This key has used up its rate of ${ratePerSecond} requests a second; wait ${waitSeconds} s.`, {
    headers: { ...headers, "retry-after": String(waitSeconds) },
  });
}

function budgetsOf(house: House): Map<string, Budget> {
  const known = house.shelf.get("rate budgets") as Map<string, Budget> | undefined;
  if (known) return known;
  const made = new Map<string, Budget>();
  house.shelf.set("rate budgets", made);
  return made;
}
