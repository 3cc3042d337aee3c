import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

// The floor of a page of payments: bare node:http and pg, one prepared statement that reads the page's rows (bills with
// their deposits and fills), and the same bytes sent, made beforehand: no signature, no nonce, no filters, no rendering.

const CONNECTIONS = 20;
const PAGE = 50;

const pool = new pg.Pool({ connectionString: process.env["FLOOR_URL"], max: CONNECTIONS });
const account = process.env["FLOOR_ACCOUNT"];
const startsAfter = process.env["FLOOR_TOKEN"];

const text = `
  select b.*, d.*, f.* from (select * from bill where account_id = $1 and created_at >= $2 and created_at <= $3
    order by created_at desc, id desc limit $4) b
  left join deposit d on d.bill_id = b.id left join fill f on f.deposit_id = d.id`;

const records = `
  select r.record from bill b cross join lateral payment_record(b, now()) r
  where b.account_id = $1 and b.created_at >= $2 and b.created_at <= $3
  order by b.created_at desc, b.id desc limit $4`;

const values = () => [account, new Date(0), new Date(Date.now() + 86_400_000), PAGE + 1];
const body = await readyBytes();

const server = createServer((_request, response) => {
  pool.query({ name: "page", text, values: values(), rowMode: "array" }).then(
    () => {
      response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": body.length });
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

async function readyBytes(): Promise<Buffer> {
  const { rows } = await pool.query<{ record: string }>(records, values());
  const page = rows.slice(0, PAGE).map(({ record }) => record);
  return Buffer.from(`{"data":[${page.join(",")}],"startsAfter":${JSON.stringify(startsAfter)}}`);
}
