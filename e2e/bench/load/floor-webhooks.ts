import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import pg from "pg";

// The floor of a webhook: a bare loop over kept-alive connections that signs and sends messages of the same length and
// writes the rows the program writes, an attempt and a delivery that is done, in sets: nothing is taken under a lease,
// no address is checked, and what is to be sent is in memory before it starts. One round for each message it gets.

const LINES = 32;
const SET = 100;

const pool = new pg.Pool({ connectionString: process.env["FLOOR_URL"], max: 2 });
const { port, events, bytes } = JSON.parse(process.env["FLOOR_WEBHOOKS"] ?? "{}") as Record<string, number>;
const key = randomBytes(24);
const agent = new Agent({ keepAlive: true });
const deliveries = await fill(events ?? 0, bytes ?? 0);

process.on("message", () => {
  run().then(
    () => process.send?.("done"),
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit());
process.send?.({ port: 0 });

type Delivery = { id: string; event_id: string; data: string };

async function fill(count: number, length: number): Promise<Delivery[]> {
  const endpoint = randomUUID();
  await pool.query(
    `insert into webhook_endpoint (id, account_id, url, secret_sealed, created_at, updated_at)
     select $1, id, 'http://127.0.0.1/', ''::bytea, now(), now() from account limit 1`,
    [endpoint],
  );
  const { rows } = await pool.query<Delivery>(
    `with told as (
       insert into event (id, account_id, type, object_id, sequence, data, at)
       select gen_random_uuid(), a.id, 'payment.created', gen_random_uuid(), 1, '{"x":"' || repeat('x', $3 - 8) || '"}', now()
       from (select id from account limit 1) a, generate_series(1, $2::integer) returning seq, id, data
     ), made as (
       insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
       select gen_random_uuid(), $1, seq, now(), now() from told returning id, event_seq
     )
     select m.id, t.id as event_id, t.data from made m join told t on t.seq = m.event_seq order by t.seq`,
    [endpoint, count, length],
  );
  return rows;
}

async function run(): Promise<void> {
  await pool.query("update webhook_delivery set status = 'PENDING', next_at = now()");
  let next = 0;
  let done: Delivery[] = [];
  const writing: Promise<unknown>[] = [];
  const line = async () => {
    for (let each = deliveries[next++]; each; each = deliveries[next++]) {
      await send(each);
      done.push(each);
      if (done.length < SET) continue;
      writing.push(write(done));
      done = [];
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  await Promise.all([...writing, write(done)]);
}

function send({ event_id, data }: Delivery): Promise<void> {
  const body = Buffer.from(data);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac("sha256", key).update(`${event_id}.${timestamp}.${data}`, "utf8").digest("base64");
  const headers = {
    "user-agent": "crypto-payment-desk",
    "webhook-id": event_id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    "content-type": "application/json",
    "content-length": String(body.length),
  };
  return new Promise((sent, fail) => {
    const sending = request({ host: "127.0.0.1", port, method: "POST", path: "/", agent, headers }, (response) => {
      response.resume().once("end", sent);
    });
    sending.once("error", fail);
    sending.end(body);
  });
}

function write(batch: readonly Delivery[]): Promise<unknown> {
  return pool.query({
    name: "write",
    text: `
      with kept as (
        insert into webhook_attempt (delivery_id, at, status_code, duration_ms) select unnest($1::uuid[]), now(), 204, 1
      )
      update webhook_delivery set tries = tries + 1, status = 'DELIVERED', next_at = null, delivered_at = now() where id = any($1::uuid[])`,
    values: [batch.map(({ id }) => id)],
  });
}
