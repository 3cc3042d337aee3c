import { beforeAll, describe, expect, test } from "vitest";
import { openKraken } from "#e2e/world/kraken.ts";
import { krakenFunding } from "#e2e/world/kraken-account.ts";
import { ccxtVenue } from "./ccxt.ts";
import { COMMON_MISDEEDS, proveAdapter } from "#e2e/world/exchange-suite.ts";

const LOADED_MS = 60_000;

describe("Kraken through ccxt", () => {
  // The library is 1500 files, which a cold disk gives slowly: they are read before the suite makes its claims.
  beforeAll(async () => {
    await import("ccxt");
  }, LOADED_MS);

  proveAdapter({
    open: openKraken,
    venue: (keys) => ccxtVenue("kraken", { ...keys, timeoutMs: 1_000 }),
    otherKeys: { key: "nobody" },
    funded: krakenFunding,
    pair: "XBTEUR",
    misdeeds: [...COMMON_MISDEEDS, "fills-half", "fills-in-three"],
    tellings: ["all-but-one"],
  });

  test("an exchange that takes no deadline is never taken to have lost an order", () => {
    expect(ccxtVenue("bitstamp", { key: "k", secret: "s" }).capabilities().fenced).toBe(false);
  });
});
