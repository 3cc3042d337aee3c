import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Venue, VenueAccount, VenueTransfer } from "../venue.ts";
import type { Bench } from "./venue-suite.fixture.ts";

/** What happened to the house's account, as every exchange can be told to say it. */
export type Happened = Omit<VenueTransfer, "at"> & { agoMs: number };

/** An adapter before an account of ours. */
export type AccountBench = Bench & { happens(...all: readonly Happened[]): Promise<void> | void };

type AccountClaim = { claim: string; prove(bench: AccountBench): Promise<void> };

function accountOf({ account }: Venue): VenueAccount {
  ok(account, "the adapter reads the account");
  return account;
}
const HOUR_MS = 3_600_000;
const plain = { txHash: undefined, address: undefined, label: undefined, fee: Decimal.ZERO } as const;
const hash = (n: number): string => n.toString(16).padStart(64, "0");

/** Without its time: what was told of one transfer. */
async function transfersOf(bench: AccountBench, agoMs = HOUR_MS): Promise<Omit<VenueTransfer, "at">[]> {
  const since = new Date((await bench.now()).getTime() - agoMs);
  const all = await accountOf(bench.venue).transfersSince(since);
  return all
    .map(({ at: _, quantity, fee, ...rest }) => ({ ...rest, quantity: trimmed(quantity), fee: trimmed(fee) }))
    .sort((a, b) => (a.venueRef < b.venueRef ? -1 : 1));
}
const trimmed = (amount: Decimal): Decimal => Decimal.from(amount.toString());

const DEPOSITS: readonly Happened[] = [
  {
    ...plain,
    kind: "DEPOSIT",
    venueRef: "A1",
    asset: "BTC",
    quantity: Decimal.from("0.4995"),
    state: "DONE",
    txHash: hash(1),
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    agoMs: 60_000,
  },
  {
    ...plain,
    kind: "DEPOSIT",
    venueRef: "A2",
    asset: "EUR",
    quantity: Decimal.from("38769.0801"),
    state: "PENDING",
    agoMs: 50_000,
  },
  {
    ...plain,
    kind: "DEPOSIT",
    venueRef: "A3",
    asset: "USDT@tron",
    quantity: Decimal.from("99.5"),
    fee: Decimal.from("0.5"),
    state: "DONE",
    txHash: hash(3),
    agoMs: 40_000,
  },
];
const WITHDRAWALS: readonly Happened[] = [
  {
    ...plain,
    kind: "WITHDRAWAL",
    venueRef: "B1",
    asset: "EUR",
    quantity: Decimal.from("25000"),
    fee: Decimal.from("1.5"),
    state: "DONE",
    label: "Nordbank",
    agoMs: 30_000,
  },
  {
    ...plain,
    kind: "WITHDRAWAL",
    venueRef: "B2",
    asset: "USDT@eth",
    quantity: Decimal.from("1234.567891"),
    fee: Decimal.from("4"),
    state: "PENDING",
    address: "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359",
    agoMs: 20_000,
  },
  {
    ...plain,
    kind: "WITHDRAWAL",
    venueRef: "B3",
    asset: "BTC",
    quantity: Decimal.from("0.1"),
    state: "FAILED",
    agoMs: 10_000,
  },
];
const ALL = [...DEPOSITS, ...WITHDRAWALS];

const CLAIMS: readonly AccountClaim[] = [
  {
    claim: "tells each deposit and withdrawal with what was credited or sent, its fee beside it, and its end",
    async prove(bench) {
      await bench.happens(...ALL);
      deepStrictEqual(
        await transfersOf(bench),
        ALL.map(({ agoMs: _, ...each }) => each),
      );
    },
  },
  {
    claim: "tells when, and nothing from before",
    async prove(bench) {
      const now = (await bench.now()).getTime();
      const all = await accountOf(bench.venue).transfersSince(new Date(now - HOUR_MS));
      const first = all.find(({ venueRef }) => venueRef === "A1");
      ok(first && Math.abs(now - 60_000 - first.at.getTime()) < 5_000);
      deepStrictEqual(
        (await transfersOf(bench, 35_000)).map(({ venueRef }) => venueRef),
        ["B1", "B2", "B3"],
      );
    },
  },
  {
    claim: "tells where an asset may be sent, by its network",
    async prove({ venue }) {
      const account = accountOf(venue);
      const [btc, eth, tron] = [
        await account.depositAddresses("BTC"),
        await account.depositAddresses("USDT@eth"),
        await account.depositAddresses("USDT@tron"),
      ];
      ok(btc.includes("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"));
      deepStrictEqual(eth, ["0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"]);
      deepStrictEqual(tron, ["TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL"]);
    },
  },
  {
    claim: "tells the account's trades, whoever ordered them",
    async prove(bench) {
      const before = await bench.now();
      const clientRef = `account-${before.getTime()}`;
      const order = { clientRef, side: "SELL", base: "BTC", fiat: "EUR", quantity: Decimal.from("0.02") } as const;
      const limits = { limitPrice: Decimal.from("58800"), deadline: new Date(before.getTime() + 10_000) };
      const outcome = await bench.venue.marketOrder({ ...order, ...limits }, before);
      ok(outcome.state === "FILLED");
      const trades = await accountOf(bench.venue).tradesSince(new Date(before.getTime() - 60_000));
      const [made] = outcome.fill.trades;
      const found = trades.find(({ tradeId }) => tradeId === made?.tradeId);
      ok(found);
      deepStrictEqual([found.side, found.base, found.fiat], ["SELL", "BTC", "EUR"]);
      strictEqual(found.quantity.compare(Decimal.from("0.02")), 0);
      strictEqual(found.proceeds.compare(made?.proceeds ?? Decimal.ZERO), 0);
    },
  },
  {
    claim: "tells nothing to who has no key: that is no empty answer",
    async prove({ stranger }) {
      if (stranger) await rejects(accountOf(stranger).transfersSince(new Date(0)));
    },
  },
];

/** What every adapter that reads an account must hold. */
export const ACCOUNT_CLAIMS = CLAIMS;
