import type { Api } from "#e2e/world/api.ts";
import type { Key } from "#e2e/world/client.ts";
import type { Party } from "./parties.ts";

/** Of the venue's faults: the order may have been placed, or it surely was not. */
type Fault = "timeout-before-accept" | "reject";

const FEW_BLOCKS = 3;

/**
 * Brings an account to the cases that its life as a party has not: an overpaid bill, fiat owed after a reversal, orders
 * whose outcome is unknown or came late, a conversion that failed, an endpoint that fails.
 */
export async function openTroubles(api: Api, { key, objects }: Party): Promise<void> {
  const own = api.as(key.key as Key);
  const { pool } = api.app.database;
  const over = await own.bill();
  await own.pay(over, (2 * over.quantity).toFixed(8), "bitcoin", 2);
  const reversed = await own.bill();
  const drop = await own.pay(reversed, reversed.quantity, "bitcoin", 2);
  await payOutEverything(own);
  await api.control("reorg", { network: "bitcoin", depth: FEW_BLOCKS, drop: [drop] });
  await api.settle();
  const unknown = await executed(api, own, "timeout-before-accept");
  const failed = await executed(api, own, "timeout-before-accept");
  const late = await executed(api, own, "reject");
  await pool.query(
    "update venue_order set next_at = business_now() + interval '1 day', deadline = business_now() + interval '1 day' where conversion_id = any($1)",
    [[unknown, failed]],
  );
  await pool.query("update conversion set status = 'FAILED' where id = $1", [failed]);
  await pool.query("update venue_order set status = 'LATE', filled_units = quantity_units where conversion_id = $1", [
    late,
  ]);
  await pool.query("update webhook_endpoint set failing_since = business_now() - interval '1 hour' where id = $1", [
    objects.endpoint,
  ]);
}

type Own = ReturnType<Api["as"]>;

async function payOutEverything(own: Own): Promise<void> {
  const { data } = (await own.get("/manage/v1/balances")).as<{ data: { asset: string; available: number }[] }>();
  const quantity = data.find(({ asset }) => asset === "EUR")?.available ?? 0;
  const got = await own.post("/manage/v1/payouts", {
    asset: "EUR",
    quantity,
    reference: "all of it",
    bankReference: "all of it",
  });
  if (got.status !== 200) throw new Error(got.text);
}

/** A conversion whose order is sent once, to a venue that fails so. */
async function executed(api: Api, own: Own, fault: Fault): Promise<string> {
  const { paymentId } = await retained(own);
  const { quantityUnconverted: quantity } = await own.payment(paymentId);
  const body = `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":${quantity},"items":[{"paymentId":"${paymentId}"}]}`;
  const { invoiceId } = (await own.post("/payment/v1/conversion", body)).as<{ invoiceId: string }>();
  await own.post("/payment/v1/conversion/quote", { invoiceId });
  await api.control("venue", { fault, count: 1 });
  await own.post("/payment/v1/conversion/execute", { invoiceId });
  return invoiceId;
}

async function retained(own: Own) {
  const bill = await own.bill({ strategy: "RAI" });
  await own.pay(bill, bill.quantity, "bitcoin", 2);
  return bill;
}

/** A chain and a price that all accounts see in trouble, with what of it is this account's alone: what waits, and its notes. */
export async function shareTroubles(api: Api, { key, admin }: Party): Promise<void> {
  const own = api.as(key.key as Key);
  const pair = { base: "USDC", quote: "JPY" };
  await api.control("prices", { ...pair, price: 150 });
  await own.bill({ cryptoType: "USDC", fiat: "JPY", fiatReceivable: 1_000 });
  await api.control("prices", { ...pair, stale: true });
  const waiting = await own.bill({ cryptoType: "USDT", networkType: "tron" });
  await own.pay(waiting, waiting.quantity, "tron", 0);
  const paused = "update chain_cursor set paused_reason = 'Two nodes disagree.' where network = 'tron'";
  await api.app.database.pool.query(paused);
  for (const [command, body] of [
    ["note", { note: "Its owner was called." }],
    ["mute", { forMs: 3_600_000 }],
  ] as const) {
    const got = await api.post(`/manage/v1/cases/chain-tron/${command}`, body, admin);
    if (got.status !== 200) throw new Error(got.text);
  }
}
