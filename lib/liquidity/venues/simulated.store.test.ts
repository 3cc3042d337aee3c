import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ACCOUNT_CLAIMS, type Happened } from "./account-suite.fixture.ts";
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
    reportAs: () => undefined,
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
  for (const { claim, prove } of ACCOUNT_CLAIMS) test(claim, () => prove({ ...bench, happens }));
});

/** As its control plays them, each at its time. */
async function happens(...all: readonly Happened[]): Promise<void> {
  for (const { kind, venueRef, asset, quantity, fee, state, txHash, address, label, agoMs } of all)
    await world.app.database.pool.query(
      `insert into sandbox_venue_transfer (ref, kind, asset, quantity, fee, status, tx_hash, address, label, at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, business_now() - $10 * interval '1 millisecond')`,
      [venueRef, kind, asset, String(quantity), String(fee), state, txHash, address, label, agoMs],
    );
}
