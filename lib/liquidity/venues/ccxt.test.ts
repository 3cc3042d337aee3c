import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type KrakenServer, openKraken } from "#e2e/world/kraken.ts";
import { ccxtVenue } from "./ccxt.ts";
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
const TELLINGS: readonly Telling[] = ["all-but-one"];

let server: KrakenServer;
let bench: Bench;

beforeAll(async () => {
  server = await openKraken();
  bench = {
    venue: ccxtVenue("kraken", { ...server.keys, timeoutMs: 1_000 }),
    stranger: ccxtVenue("kraken", { ...server.keys, key: "nobody" }),
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

describe("Kraken through ccxt", () => {
  for (const { claim, prove } of claimsFor({ misdeeds: MISDEEDS, tellings: TELLINGS, hasStranger: true }))
    test(claim, () => prove(bench));

  test("an exchange that takes no deadline is never taken to have lost an order", () => {
    expect(ccxtVenue("bitstamp", { key: "k", secret: "s" }).capabilities().fenced).toBe(false);
  });
});
