import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { FloorOfCreates } from "./like-a-bill.ts";

// The floor of a create: bare node:http and pg, one prepared statement that writes the rows the program writes (nonce,
// the answer under its idempotency key, bill, event, audit, and the address that is taken; triggers write what is
// promised), each as long as those of a real bill, and the calls' log, some hundred in one statement: no signature, no
// checks, no price, no limits, no lines on its output. A key that is sent again is looked up and its answer sent.

const CONNECTIONS = 20;
/** As often as the program writes its log of calls. */
const LOG_EVERY_MS = 250;

const { like, accounts, firstIndex, again, path } = JSON.parse(process.env["FLOOR_CREATE"] ?? "{}") as FloorOfCreates;
const pool = new pg.Pool({ connectionString: process.env["FLOOR_URL"], max: CONNECTIONS });
const { rows: wallets } = await pool.query<{ id: string }>(
  "select id from wallet where kind = 'BTC_P2WPKH' and active",
);
const wallet = wallets[0]?.id;
let next = firstIndex;

const text = `
  with used as (insert into nonce (key_id, nonce) values ($12, $1)
  ), taken as (update deposit_address set bill_id = $2 where wallet_id = $13 and index = $3
  ), made as (
    insert into bill (id, account_id, subaccount, asset, crypto, fiat, fiat_units, address, address_key, price, quantity_units, strategy,
      fee_model, spread_bps, explicit_fee_bps, transaction_fee_bps, tolerance_bps, overpayment, guarantee_ms, confirmations_required,
      price_inputs, created_by, request_id, created_at, expires_at, updated_at)
    values ($2, $4, 'acme-42', 'BTC', 'BTC', 'EUR', 10000, $5, $5, 59400, 168351, 'RFQ', 'SPREAD', 100, 100, 50, 0, 'CONVERT', 7200000, 2,
      $6, 'key:' || $12, 'floor', now(), now() + interval '20 minutes', now())
  ), claimed as (
    insert into idempotency (account_id, method, path, key, payload_hash, owner, completed_at, body, headers, status)
    select $4, 'POST', '${path}', $9, $10, $2, now(), $11, '{}', 200 where $9::text is not null
  ), told as (
    insert into event (id, account_id, type, object_id, sequence, data, at) values ($7, $4, 'payment.created', $2, 1, $8, now())
  )
  insert into audit (at, actor, action, account_id, object_kind, object_id, request_id, client_address)
  values (now(), 'key:' || $12, 'bill.create', $4, 'bill', $2::uuid::text, 'floor', '127.0.0.1')`;

const repeated = `
  with used as (insert into nonce (key_id, nonce) values ($2, $1))
  select body from idempotency where account_id = $3 and method = 'POST' and path = '${path}' and key = $4 and completed_at is not null`;

const logged = `
  with unwaiting as (select set_config('synchronous_commit', 'off', true))
  insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller, key_id, idempotency_key, replayed,
    object_id, client_address, body, answer)
  select g.account, gen_random_uuid(), now(), 'POST', '${path}', '${path}', 'payments:write', 200, 1, 'key:' || g.key, g.key, g.nonce, g.replayed,
    g.id, '127.0.0.1', g.body, g.answer
  from unwaiting cross join json_to_recordset($1) as g (account uuid, key text, nonce text, replayed boolean, id uuid, body text, answer text)`;

type Line = {
  account: string;
  key: string;
  nonce: string;
  replayed: boolean;
  id: string;
  body: string;
  answer: string;
};
let lines: Line[] = [];
setInterval(() => {
  if (lines.length > 0) pool.query({ name: "log", text: logged, values: [JSON.stringify(lines)] }).catch(say);
  lines = [];
}, LOG_EVERY_MS).unref();

const server = createServer((request, response) => {
  answer(request).then(
    ({ body, isReplayed }) => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
        ...(isReplayed && { "idempotent-replayed": "true" }),
      });
      response.end(body);
    },
    (error: unknown) => {
      say(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());

function say(error: unknown): void {
  process.stderr.write(`${error}\n`);
}

async function answer(request: IncomingMessage): Promise<{ body: string; isReplayed: boolean }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const sent = Buffer.concat(chunks).toString("utf8");
  JSON.parse(sent);
  const nonce = String(request.headers["x-nonce"]);
  const key = String(request.headers["x-api-key"]);
  const account = accounts[key] ?? "";
  const named = request.headers["idempotency-key"]?.toString() ?? null;
  const stored = again ? await repeat(nonce, key, account, named) : undefined;
  const id = randomUUID();
  const body = stored ?? (await create(id, nonce, key, account, named));
  lines.push({ account, key, nonce, replayed: stored !== undefined, id, body: sent, answer: body });
  return { body, isReplayed: stored !== undefined };
}

async function repeat(nonce: string, key: string, account: string, named: string | null): Promise<string | undefined> {
  const { rows } = await pool.query<{ body: string }>({
    name: "again",
    text: repeated,
    values: [nonce, key, account, named],
  });
  return rows[0]?.body;
}

async function create(id: string, nonce: string, key: string, account: string, named: string | null): Promise<string> {
  const index = next;
  next += 1;
  const address = `bc1q${String(index).padStart(38, "0")}`;
  const expiryTime = Date.now() + 1_200_000;
  const body = JSON.stringify({
    deposit_address: address,
    price: 59400,
    quantity: 0.00168351,
    expiryTime,
    paymentId: id,
  });
  const hash = "x".repeat(64);
  const values = [
    again ? `${nonce} made` : nonce,
    id,
    index,
    account,
    address,
    like.priceInputs,
    randomUUID(),
    like.record,
    named,
    hash,
    body,
    key,
    wallet,
  ];
  await pool.query({ name: "create", text, values });
  return body;
}
