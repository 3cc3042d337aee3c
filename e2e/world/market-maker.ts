import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isWorse } from "#lib/liquidity/protocol.ts";
import type { Side } from "#lib/liquidity/venue.ts";
import type { Misdeed, Telling } from "#lib/liquidity/venues/venue-suite.fixture.ts";

/** An order as an exchange keeps it. `trades` are parts of its quantity at its price. */
export type ExchangeOrder = {
  id: string;
  clientRef: string;
  side: Side;
  pair: string;
  quantity: Decimal;
  price: Decimal;
  executed: Decimal;
  at: number;
  trades: { id: string; quantity: Decimal; cost: Decimal; fee: Decimal; at: number }[];
};
/** What is asked of the engine; at the market's price unless another was promised. */
export type OrderInput = {
  clientRef: string;
  side: Side;
  pair: string;
  quantity: Decimal;
  limit: Decimal;
  price?: Decimal;
  deadline: number;
};

/** A deposit or withdrawal of ours, in an exchange's own words. */
export type Funding = {
  kind: "DEPOSIT" | "WITHDRAWAL";
  at: number;
  method: string;
  asset: string;
  refid: string;
  amount: string;
  status: string;
} & Partial<Record<"fee" | "txid" | "info" | "status-prop" | "key" | "network", string>>;

/** What the local exchanges share: a market, a clock of their own, orders, and the ways to misbehave. */
export type Exchange = {
  prices: Map<string, Decimal>;
  orders: ExchangeOrder[];
  funding: Funding[];
  feeBps: bigint;
  telling: Telling;
  now(): number;
  advance(ms: number): void;
  behave(misdeed: Misdeed, count?: number): void;
  /** The misdeed that rules this order; a counted one is used up. */
  take(): Misdeed;
  /** The engine's answer, now or by the clock later; undefined when it refuses. */
  match(wanted: OrderInput, misdeed: Misdeed): ExchangeOrder | undefined;
  /** Less what was bought. */
  sold(pair: string): Decimal;
};

/** An exchange that listens on this machine, and the keys it knows. */
export type LocalExchange = Exchange & {
  keys: { key: string; secret: string; baseUrl: string };
  close(): Promise<void>;
};

/** What is bought costs so many times the bid. */
const ASK = Decimal.from("1.0002");
const DELAY_MS = 4_000;
const TOO_LATE_MS = 60_000;

export function openExchange(): Exchange {
  let ahead = 0;
  let ruling: { misdeed: Misdeed; left: number } = { misdeed: "none", left: 0 };
  const waiting: { at: number; wanted: OrderInput }[] = [];
  const exchange: Exchange = {
    prices: new Map(),
    orders: [],
    funding: [],
    feeBps: 26n,
    telling: "whole",
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms;
      for (const { at, wanted } of waiting.splice(0)) {
        if (at <= exchange.now()) matchAt(wanted, at, "none");
        else waiting.push({ at, wanted });
      }
    },
    behave(misdeed, count = 1) {
      ruling = { misdeed, left: count };
    },
    take() {
      if (ruling.left <= 0) return "none";
      ruling.left -= 1;
      return ruling.misdeed;
    },
    match(wanted, misdeed) {
      if (misdeed !== "delays" && misdeed !== "delays-too-long") return matchAt(wanted, exchange.now(), misdeed);
      waiting.push({ at: exchange.now() + (misdeed === "delays" ? DELAY_MS : TOO_LATE_MS), wanted });
      return undefined;
    },
    sold: (pair) =>
      exchange.orders
        .filter((order) => order.pair === pair)
        .reduce(
          (sum, { side, executed }) => (side === "SELL" ? sum.plus(executed) : sum.minus(executed)),
          Decimal.ZERO,
        ),
  };

  function matchAt(wanted: OrderInput, at: number, misdeed: Misdeed): ExchangeOrder | undefined {
    const bid = exchange.prices.get(wanted.pair);
    const price = wanted.price ?? (wanted.side === "SELL" ? bid : bid?.times(ASK));
    if (!price || at > wanted.deadline || isWorse(wanted.side, price, wanted.limit)) return undefined;
    const executed = misdeed === "fills-half" ? wanted.quantity.times(Decimal.from("0.5")) : wanted.quantity;
    const order = { ...wanted, id: randomUUID(), price, executed, at, trades: tradesOf(executed, price, at, misdeed) };
    exchange.orders.push(order);
    return order;
  }

  function tradesOf(executed: Decimal, price: Decimal, at: number, misdeed: Misdeed): ExchangeOrder["trades"] {
    const parts = misdeed === "fills-in-three" ? ["0.2", "0.3", "0.5"] : ["1"];
    return parts.map((part) => {
      const quantity = executed.times(Decimal.from(part));
      const cost = quantity.times(price);
      return { id: randomUUID(), quantity, cost, fee: cost.times(Decimal.of(exchange.feeBps, 4)), at };
    });
  }
  return exchange;
}

/** A request as the local exchanges see it. */
export type Request = { method: string; path: string; query: string; body: string; header(name: string): string };
/** What they answer: a body, a status with a body, nothing at all, or nothing while the connection stands. */
export type Reply = { status?: number; body: string } | "silence" | "hangs";

/** One local server speaking for an exchange. */
export async function openServer(
  serve: (request: Request) => Reply,
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = createServer((incoming, response) => void answer(incoming, response, serve));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => close(server) };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  serve: (request: Request) => Reply,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const [path = "", query = ""] = (incoming.url ?? "").split("?");
  const header = (name: string) => String(incoming.headers[name] ?? "");
  const reply = serve({ method: incoming.method ?? "", path, query, body: Buffer.concat(chunks).toString(), header });
  if (reply === "hangs") return;
  if (reply === "silence") return void response.destroy();
  response.writeHead(reply.status ?? 200, { "content-type": "application/json" }).end(reply.body);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/** How an answer is spoilt on its way back; what was done stays done. */
export function spoilt(misdeed: Misdeed, reply: Reply): Reply {
  if (misdeed === "loses-answer") return "silence";
  if (misdeed === "hangs") return "hangs";
  if (misdeed === "breaks-after") return { status: 500, body: "{}" };
  return misdeed === "garbles" && typeof reply === "object"
    ? { body: reply.body.slice(0, reply.body.length / 2) }
    : reply;
}

/** How a request is turned away before anything is done with it; undefined when it is not. */
export function turnedAway(misdeed: Misdeed): Reply | undefined {
  if (misdeed === "loses-request") return "silence";
  if (misdeed === "is-busy") return { status: 429, body: "{}" };
  return misdeed === "breaks-before" ? { status: 500, body: "{}" } : undefined;
}
