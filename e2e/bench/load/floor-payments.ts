import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

// The floor of reading payments: bare node:http and pg, one prepared statement that keeps the nonce and reads the rows of
// the payments that the program answers (bills with their deposits and fills) by their ids, and the program's own bytes
// sent: no signature, no filter, no sort, no rendering, and nothing of what the database sends is parsed.

const CONNECTIONS = 20;

/** What each view answers, by its place in the floor's targets. */
export type FloorView = { ids: string[]; body: string };

const pool = new pg.Pool({
  connectionString: process.env["FLOOR_URL"],
  max: CONNECTIONS,
  types: { getTypeParser: () => (value: unknown) => value },
});
const views = (JSON.parse(readFileSync(process.env["FLOOR_VIEWS"] ?? "", "utf8")) as FloorView[]).map(
  ({ ids, body }) => ({ ids, body: Buffer.from(body) }),
);

const text = `
  with used as (insert into nonce (key_id, nonce) values ($2, $3)), unwaiting as (select set_config('synchronous_commit', 'off', true))
  select b.*, d.*, f.* from unwaiting cross join bill b left join deposit d on d.bill_id = b.id left join fill f on f.deposit_id = d.id
  where b.id = any($1::uuid[])`;

const server = createServer((request, response) => {
  const view = views[Number(request.url?.slice(1))];
  if (!view) return void response.writeHead(404).end();
  read(view.ids, request).then(
    () => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": view.body.length,
      });
      response.end(view.body);
    },
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());

function read(ids: readonly string[], { headers }: IncomingMessage): Promise<unknown> {
  const values = [ids, headers["x-api-key"], headers["x-nonce"]];
  return pool.query({ name: "page", text, values, rowMode: "array" });
}
