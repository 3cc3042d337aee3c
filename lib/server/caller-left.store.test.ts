import { connect } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { freshDatabase } from "#e2e/world/database.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { serve, type Verb } from "#lib/http/serve.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { openStand, signedHeaders, type Stand } from "./front-server.fixture.ts";

// What becomes of a statement whose caller has left: the database itself holds it, and says what it still does.

const answer = z.object({ text: z.string() });
const get = (name: string) =>
  endpoint({ method: "GET", path: `/payment/v1/${name}`, scope: "payments:read", summary: "Reads.", answer });
const reading = (name: string, verb: (ctx: Ctx) => Promise<unknown>) => {
  const declared = get(name);
  return [
    declared.path,
    { GET: serve(declared, (async (ctx) => ({ text: String(await verb(ctx)) })) as Verb<typeof declared>) },
  ];
};
const change = endpoint({
  method: "POST",
  path: "/payment/v1/change",
  scope: "payments:write",
  summary: "Changes.",
  answer,
});

const HELD = "/* held */";
const HELD_S = 1.5;
const wait = (seconds: number) => `pg_sleep(${seconds})::text`;
const LONG_S = 60;
const WRITE = "insert into audit_note_of_test (name) values";

const routes = () =>
  Object.fromEntries([
    reading("composed", ({ db }) => db.$queryRawUnsafe(`select ${wait(LONG_S)} as done ${HELD}`)),
    reading("prepared", ({ app }) =>
      app.database.pool.query({ name: "held", text: `select ${wait(LONG_S)} as done ${HELD}` }),
    ),
    reading("shared", ({ app: { database } }) =>
      database.share("held", async () => {
        await database.pool.query(`select ${wait(HELD_S)} as done ${HELD}`);
        return "written";
      }),
    ),
    reading("writing", ({ app }) =>
      app.database.pool.query(
        `with written as (${WRITE} ('by a read') returning name) select ${wait(HELD_S)}, name from written ${HELD}`,
      ),
    ),
    reading("within", ({ transaction }) =>
      transaction(({ db }) =>
        db
          .$queryRawUnsafe(`select ${wait(HELD_S)} as done ${HELD}`)
          .then(() => db.$executeRawUnsafe(`${WRITE} ('within')`)),
      ),
    ),
    [
      change.path,
      {
        POST: serve(change, async (ctx) => {
          await ctx.app.database.pool.query(`select ${wait(HELD_S)} as done ${HELD}`);
          await ctx.transaction(async (tx) => {
            await recordAudit(tx, { action: "test.effect", objectKind: "test", objectId: "effect" });
          });
          return { text: "done" };
        }),
      },
    ],
  ]);

let stand: Stand;
let owner: pg.Client;
let watch: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  owner = new pg.Client(database.ownerUrl);
  watch = new pg.Client(database.url);
  await Promise.all([owner.connect(), watch.connect()]);
  await owner.query("create table audit_note_of_test (name text)");
  await owner.query("grant select, insert on audit_note_of_test to public");
  stand = await openStand(database.url, {}, { more: routes() });
});
afterAll(async () => {
  await stand.close();
  await Promise.all([owner.end(), watch.end()]);
  await drop();
});

async function running(): Promise<number> {
  const { rows } = await watch.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%' || $1 and pid <> pg_backend_pid()",
    [HELD],
  );
  return rows[0]?.n ?? 0;
}

const written = async (name: string) =>
  (await owner.query("select from audit_note_of_test where name = $1", [name])).rowCount;

/** Sends a request, and leaves once its statement runs. */
async function ask(name: string, method = "GET"): Promise<{ leave(): void }> {
  const target = `/payment/v1/${name}`;
  const headers = Object.entries(signedHeaders({ method, target }, stand.key)).map(
    ([key, value]) => `${key}: ${value}`,
  );
  const socket = connect(stand.port, "127.0.0.1");
  socket.write(
    `${method} ${target} HTTP/1.1\r\nhost: localhost\r\n${headers.join("\r\n")}\r\ncontent-length: 0\r\n\r\n`,
  );
  await expect.poll(running, { timeout: 5_000, interval: 20 }).toBe(1);
  return { leave: () => socket.destroy() };
}

test.each(["composed", "prepared"])("a %s read ends in the database when its caller has left", async (name) => {
  const { leave } = await ask(name);
  leave();
  await expect.poll(running, { timeout: 5_000, interval: 20 }).toBe(0);
  expect((await stand.signed({ target: "/payment/v1/look?a=1" })).status).toBe(200);
});

test("what several read at once goes on for the others", async () => {
  const first = stand.signed({ target: "/payment/v1/shared" });
  await expect.poll(running, { timeout: 5_000, interval: 20 }).toBe(1);
  // They wait for one read that begins after the first one's.
  const { leave } = await ask("shared");
  const other = stand.signed({ target: "/payment/v1/shared" });
  await first;
  await expect.poll(running, { timeout: 5_000, interval: 20 }).toBe(1);
  leave();
  expect(await other).toMatchObject({ status: 200, json: { text: "written" } });
});

test.each(["writing", "within"])("what a read writes is written, although its caller has left: %s", async (name) => {
  const { leave } = await ask(name);
  leave();
  await expect
    .poll(() => written(name === "within" ? "within" : "by a read"), { timeout: 5_000, interval: 50 })
    .toBe(1);
});

test("a change goes on to its end", async () => {
  const before = await stand.effects();
  const { leave } = await ask("change", "POST");
  leave();
  await expect.poll(() => stand.effects(), { timeout: 5_000, interval: 50 }).toBe(before + 1);
});
