import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type KrakenServer, openKraken } from "#e2e/world/kraken.ts";
import { krakenVenue } from "./kraken.ts";
import { krakenSignature } from "./kraken-signature.ts";
import { type Bench, claimsFor, type Misdeed, type Telling } from "./venue-suite.ts";

const MISDEEDS: readonly Misdeed[] = [
  "refuses",
  "loses-request",
  "loses-answer",
  "fills-half",
  "fills-in-three",
  "is-busy",
  "breaks-before",
  "breaks-after",
  "garbles",
  "delays",
  "delays-too-long",
];
const TELLINGS: readonly Telling[] = ["all-but-one", "reversed-and-twice", "no-reference"];

let server: KrakenServer;
let bench: Bench;

beforeAll(async () => {
  server = await openKraken();
  bench = {
    venue: krakenVenue({ ...server.keys, timeoutMs: 500 }),
    stranger: krakenVenue({ ...server.keys, secret: Buffer.from("another").toString("base64") }),
    misdeeds: MISDEEDS,
    tellings: TELLINGS,
    behave: server.behave,
    tell: (telling) => {
      server.telling = telling;
    },
    advance: server.advance,
    now: async () => new Date(server.now()),
    sold: async () => server.sold("XBTEUR"),
  };
});
beforeEach(() => {
  server.behave("none", 0);
  server.telling = "whole";
});
afterAll(() => server?.close());

describe("Kraken", () => {
  for (const { claim, prove } of claimsFor({ misdeeds: MISDEEDS, tellings: TELLINGS, hasStranger: true }))
    test(claim, () => prove(bench));

  test("its signature is that of Kraken's own example", () => {
    const secret = "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";
    const body = "nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25";
    expect(krakenSignature("/0/private/AddOrder", "1616492376594", body, secret)).toBe(
      "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
    );
  });

  test("is sent nothing without a limit price", async () => {
    const order = {
      clientRef: "x",
      base: "BTC",
      fiat: "EUR",
      quantity: server.sold("none"),
      deadline: new Date(),
    } as const;
    expect(await bench.venue.marketOrder(order, new Date())).toMatchObject({ state: "REFUSED" });
  });
});
