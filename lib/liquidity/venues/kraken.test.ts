import { describe, expect, test } from "vitest";
import { openKraken } from "#e2e/world/kraken.ts";
import { krakenFunding } from "#e2e/world/kraken-account.ts";
import { COMMON_MISDEEDS, proveAdapter } from "#e2e/world/exchange-suite.ts";
import type { Funding } from "#e2e/world/market-maker.ts";
import { krakenVenue } from "./kraken.ts";
import { krakenSignature } from "./kraken-signature.ts";

describe("Kraken", () => {
  const { bench, exchange } = proveAdapter({
    open: openKraken,
    venue: (keys) => krakenVenue({ ...keys, timeoutMs: 500 }),
    otherKeys: { secret: Buffer.from("another").toString("base64") },
    funded: krakenFunding,
    pair: "XBTEUR",
    misdeeds: [...COMMON_MISDEEDS, "fills-half", "fills-in-three"],
    tellings: ["all-but-one", "reversed-and-twice", "no-reference"],
  });

  test("its signature is that of Kraken's own example", () => {
    const secret = "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";
    const body = "nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25";
    expect(krakenSignature("/0/private/AddOrder", "1616492376594", body, secret)).toBe(
      "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
    );
  });

  test("what it holds back or returns is not done, of what the house does not deal in it tells nothing", async () => {
    const at = exchange().now() - 1_000;
    const of = (refid: string, more: Partial<Funding>): Funding => ({
      kind: "WITHDRAWAL",
      at,
      method: "Bitcoin",
      asset: "XXBT",
      refid,
      amount: "1",
      status: "Success",
      ...more,
    });
    exchange().funding = [
      of("held", { "status-prop": "onhold" }),
      of("cancelling", { "status-prop": "cancel-pending" }),
      of("returned", { "status-prop": "returned" }),
      of("ether", { asset: "XETH" }),
      of("settled", { status: "Settled" }),
    ];
    const transfers = await bench().venue.account?.transfersSince(new Date(at - 60_000));
    expect(transfers?.map(({ venueRef, state }) => `${venueRef} ${state}`)).toEqual([
      "held PENDING",
      "cancelling PENDING",
      "returned FAILED",
      "settled PENDING",
    ]);
  });

  test("what earns in Kraken Rewards is held like the rest of its asset, each told once", async () => {
    const held = await bench().venue.balances();
    expect(held.map(({ symbol, quantity }) => `${quantity} ${symbol}`)).toEqual([
      "504861.8946 EUR",
      "1011.69088779 BTC",
      "7 USDT",
    ]);
  });

  test("is sent nothing without a limit price", async () => {
    const order = {
      clientRef: "x",
      side: "SELL",
      base: "BTC",
      fiat: "EUR",
      quantity: exchange().sold("none"),
      deadline: new Date(),
    } as const;
    expect(await bench().venue.marketOrder(order, new Date())).toMatchObject({ state: "REFUSED" });
  });
});
