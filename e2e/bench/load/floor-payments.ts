import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

// The floor of a page of payments: bare node:http and pg, one prepared statement that reads the page's records as the
// program reads them, and the same bytes sent: no signature, no nonce, no filters, no token.

const CONNECTIONS = 20;
const PAGE = 50;

const pool = new pg.Pool({ connectionString: process.env["FLOOR_URL"], max: CONNECTIONS });
const account = process.env["FLOOR_ACCOUNT"];
const startsAfter = process.env["FLOOR_TOKEN"];

const text = `
  select r.record from bill b cross join lateral payment_record(b, now()) r
  where b.account_id = $1 and b.created_at >= $2 and b.created_at <= $3
  order by b.created_at desc, b.id desc limit $4`;

const server = createServer((_request, response) => {
  page().then(
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

async function page(): Promise<string> {
  const values = [account, new Date(0), new Date(Date.now() + 86_400_000), PAGE + 1];
  const { rows } = await pool.query<{ record: string }>({ name: "page", text, values });
  const records = rows.slice(0, PAGE).map(({ record }) => record);
  return `{"data":[${records.join(",")}],"startsAfter":${JSON.stringify(startsAfter)}}`;
}
