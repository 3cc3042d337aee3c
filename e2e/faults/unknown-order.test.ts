import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";

let program: Program;
let database: pg.Client;

beforeAll(async () => {
  program = await startProgram({ args: ["--only=api"] });
  database = new pg.Client(program.database?.url);
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await program?.stop();
});

it("kill -9 while the venue's answer is on the way: the restarted worker ends the order, once and without help", async () => {
  const invoiceId = await quotedInvoice();
  await post("/sandbox/v1/venue", { fault: "slow", count: 1 });
  const executed = post("/payment/v1/conversion/execute", { invoiceId });
  await expect.poll(() => ordersOf(invoiceId), { interval: 10 }).toBe(1);
  await program.kill9();
  await executed;
  expect(await statusOf(invoiceId)).toBe("EXECUTING");
  await program.restart(["--only=worker"]);
  await expect.poll(() => statusOf(invoiceId), { interval: 250 }).toBe("EXECUTED");
  expect(await ordersOf(invoiceId)).toBe(1);
});

/** A bill whose crypto was received as it is, in an invoice with a live quote. */
async function quotedInvoice(): Promise<string> {
  const input = { cryptoType: "USDT", fiat: "EUR", fiatReceivable: 50, strategy: "RAI", subaccount: "acme-42" };
  const bill = await post("/payment/v1/requestPaymentAddress", input);
  await post("/sandbox/v1/deposits", { address: bill["deposit_address"], quantity: 40, confirmations: 25 });
  await post("/sandbox/v1/settle", {});
  const target = `/payment/v1/payment?paymentId=${bill["paymentId"]}`;
  const paid = (await pspClient(program.url, program.demo)({ method: "GET", target }))?.body["data"];
  const { quantityUnconverted } = (paid as { quantityUnconverted: number }[])[0] ?? { quantityUnconverted: 0 };
  const made = await post("/payment/v1/conversion", {
    baseSymbol: "USDT",
    quoteSymbol: "EUR",
    quantity: quantityUnconverted,
    items: [{ paymentId: bill["paymentId"] }],
  });
  const invoiceId = String(made["invoiceId"]);
  await post("/payment/v1/conversion/quote", { invoiceId });
  return invoiceId;
}

async function post(target: string, body: object): Promise<Record<string, unknown>> {
  return (await pspClient(program.url, program.demo)({ method: "POST", target, body }))?.body ?? {};
}

async function statusOf(invoiceId: string): Promise<unknown> {
  const { rows } = await database.query("select status from conversion where id = $1", [invoiceId]);
  return rows[0]?.status;
}

/** Orders the simulated venue holds in its own books for this invoice. */
async function ordersOf(invoiceId: string): Promise<number> {
  const { rows } = await database.query(
    `select count(*)::integer as orders from sandbox_order o join venue_order a on a.client_ref = o.client_ref
     where a.conversion_id = $1`,
    [invoiceId],
  );
  return rows[0]?.orders;
}
