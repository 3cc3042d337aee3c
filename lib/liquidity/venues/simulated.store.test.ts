import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type Bench, claimsFor, type Misdeed } from "./venue-suite.fixture.ts";

const FAULTS = {
  none: "none",
  refuses: "reject",
  "loses-request": "timeout-before-accept",
  "loses-answer": "timeout-after-accept",
  "fills-half": "partial",
} as const satisfies Partial<Record<Misdeed, string>>;
const MISDEEDS = Object.keys(FAULTS) as (keyof typeof FAULTS)[];

let world: World;
let bench: Bench;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  bench = {
    venue: world.app.venue,
    behave: (misdeed, count = 1) => world.fault(FAULTS[misdeed as keyof typeof FAULTS], count),
    tell: () => undefined,
    advance: world.later,
    now: () => world.ctx.now(),
    async sold() {
      const balances = await world.app.venue.balances();
      return Decimal.ZERO.minus(balances.find(({ symbol }) => symbol === "BTC")?.quantity ?? Decimal.ZERO);
    },
  };
});
beforeEach(() => world.fault("none"));
afterAll(() => world?.close());

describe("the simulated venue", () => {
  for (const { claim, prove } of claimsFor({ misdeeds: MISDEEDS, tellings: [], hasStranger: false }))
    test(claim, () => prove(bench));
});
