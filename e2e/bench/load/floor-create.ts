import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

// The floor of a create: bare node:http and pg, one prepared statement that writes the rows the program writes (nonce,
// the answer under its idempotency key, bill, event, audit, and the address that is taken; triggers write what is
// promised), and nothing else: no signature, no checks, no price.

const CONNECTIONS = 20;

const pool = new pg.Pool({ connectionString: process.env["FLOOR_URL"], max: CONNECTIONS });
const { rows: accounts } = await pool.query<{ id: string }>("select id from account limit 1");
const { rows: addresses } = await pool.query<{ id: string; address: string }>(
  "select id, address from deposit_address order by index",
);
const account = accounts[0]?.id;
let next = 0;

const text = `
  with used as (insert into nonce (key_id, nonce) values ('ak_floor', $1)
  ), taken as (update deposit_address set bill_id = $2 where id = $3
  ), made as (
    insert into bill (id, account_id, subaccount, asset, crypto, fiat, fiat_units, address, address_key, price, quantity_units, strategy,
      fee_model, spread_bps, explicit_fee_bps, transaction_fee_bps, tolerance_bps, overpayment, guarantee_ms, confirmations_required,
      price_inputs, created_by, request_id, created_at, expires_at, updated_at)
    values ($2, $4, 'acme-42', 'BTC', 'BTC', 'EUR', 10000, $5, $5, 59400, 168351, 'RFQ', 'SPREAD', 100, 100, 50, 0, 'CONVERT', 7200000, 2,
      $6, 'key:ak_floor', 'floor', now(), now() + interval '20 minutes', now())
  ), claimed as (
    insert into idempotency (account_id, method, path, key, payload_hash, owner, completed_at, body, headers, status)
    select $4, 'POST', '/payment/v1/requestPaymentAddress', $9, $10, $2, now(), $11, '{}', 200 where $9::text is not null
  ), told as (
    insert into event (id, account_id, type, object_id, sequence, data, at) values ($7, $4, 'payment.created', $2, 1, $8, now())
  )
  insert into audit (at, actor, action, account_id, object_kind, object_id, request_id, client_address)
  values (now(), 'key:ak_floor', 'bill.create', $4, 'bill', $2::uuid::text, 'floor', '127.0.0.1')`;

const PRICE_INPUTS = JSON.stringify({
  bid: "60000",
  at: "2026-11-21T00:00:00.000Z",
  samples: [{ source: "sandbox", bid: "60000", ask: "60012", at: "2026-11-21T00:00:00.000Z" }],
  spreadBps: 100,
  explicitFeeBps: 100,
});
/** As long as the record of a new bill. */
const RECORD = JSON.stringify({ record: "x".repeat(640) });

const server = createServer((request, response) => {
  create(request).then(
    (body) => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());

async function create(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const taken = addresses[next];
  next += 1;
  if (!taken) throw new Error("the floor has no address left");
  const paymentId = randomUUID();
  const expiryTime = Date.now() + 1_200_000;
  const body = JSON.stringify({
    deposit_address: taken.address,
    price: 59400,
    quantity: 0.00168351,
    expiryTime,
    paymentId,
  });
  const values = [
    request.headers["x-nonce"],
    paymentId,
    taken.id,
    account,
    taken.address,
    PRICE_INPUTS,
    randomUUID(),
    RECORD,
    request.headers["idempotency-key"] ?? null,
    "x".repeat(64),
    body,
  ];
  await pool.query({ name: "create", text, values });
  return body;
}
