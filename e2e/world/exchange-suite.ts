import { afterAll, beforeAll, beforeEach, test } from "vitest";
import type { Funding, LocalExchange } from "./market-maker.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import { ACCOUNT_CLAIMS, type Happened } from "#lib/liquidity/venues/account-suite.fixture.ts";
import { type Abilities, type Bench, claimsFor, type Misdeed } from "#lib/liquidity/venues/venue-suite.fixture.ts";

/** An adapter before a local exchange that speaks as the real one does. */
export type Adapter = Omit<Abilities, "hasStranger"> & {
  open(): Promise<LocalExchange>;
  venue(keys: LocalExchange["keys"]): Venue;
  /** What a signature made with other keys is: the exchange must turn it away. */
  otherKeys: Partial<LocalExchange["keys"]>;
  /** A deposit or withdrawal in the exchange's words, where the adapter reads them. */
  funded?(happened: Happened): Omit<Funding, "at">;
  /** BTC for EUR, as this exchange names it. */
  pair: string;
};

/** Ways to misbehave that every exchange knows; those that fill in parts are each adapter's own. */
export const COMMON_MISDEEDS: readonly Misdeed[] = [
  "refuses",
  "loses-request",
  "loses-answer",
  "is-busy",
  "breaks-before",
  "breaks-after",
  "garbles",
  "delays",
  "delays-too-long",
];

/** Makes every claim of the venue suite a test of this adapter; answers its exchange and bench, to be asked within tests. */
export function proveAdapter(adapter: Adapter): { exchange(): LocalExchange; bench(): Bench } {
  let server: LocalExchange;
  let bench: Bench;

  beforeAll(async () => {
    server = await adapter.open();
    bench = {
      venue: adapter.venue(server.keys),
      stranger: adapter.venue({ ...server.keys, ...adapter.otherKeys }),
      behave: server.behave,
      reportAs: (telling) => {
        server.telling = telling;
      },
      advance: server.advance,
      now: async () => new Date(server.now()),
      sold: async () => server.sold(adapter.pair),
    };
  });
  beforeEach(() => {
    server.behave("none", 0);
    server.telling = "whole";
  });
  afterAll(() => server?.close());

  for (const { claim, prove } of claimsFor({ ...adapter, hasStranger: true })) test(claim, () => prove(bench));
  const { funded } = adapter;
  if (funded) {
    const happens = (...all: readonly Happened[]) => {
      server.funding = all.map((each) => ({ ...funded(each), at: server.now() - each.agoMs }));
    };
    for (const { claim, prove } of ACCOUNT_CLAIMS) test(claim, () => prove({ ...bench, happens }));
  }
  return { exchange: () => server, bench: () => bench };
}
