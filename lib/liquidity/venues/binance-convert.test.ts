import { describe, expect, test } from "vitest";
import { openBinanceConvert } from "#e2e/world/binance-convert.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { binanceSignature } from "./binance-client.ts";
import { binanceConvertVenue } from "./binance-convert.ts";
import { COMMON_MISDEEDS, proveAdapter } from "#e2e/world/exchange-suite.ts";

describe("Binance Convert", () => {
  const { bench, exchange } = proveAdapter({
    open: openBinanceConvert,
    venue: (keys) => binanceConvertVenue({ ...keys, timeoutMs: 500 }),
    otherKeys: { secret: "another" },
    pair: "BTCEUR",
    misdeeds: COMMON_MISDEEDS,
    tellings: ["no-reference"],
  });

  test("its signature is that of Binance's own example", () => {
    const query =
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
    expect(binanceSignature(query, "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j")).toBe(
      "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
    );
  });

  test("a book of the turned pair is turned back", async () => {
    exchange().prices.set("EURUSDT", Decimal.from("1.08"));
    const book = await bench().venue.book("USDT", "EUR", new Date());
    expect(book?.bid.toString()).toBe("0.92574077");
    expect(book?.ask.toString()).toBe("0.92592592");
    expect([...(book?.bids ?? [])][0]?.quantity.toString()).toBe("3.240648");
  });
});
