import { parseArgs } from "node:util";
import pg from "pg";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import type { ApiRequest, Got } from "#e2e/world/client.ts";
import { type Books, changed, readBooks } from "./insider/books.ts";
import type { Raw } from "./insider/raw.ts";
import { rawStatements, untoldStatements } from "./insider/statements.ts";
import { outcomeOf, ownAgreements, triesOf, tryOf, type Try } from "./insider/tries.ts";
import { openScene } from "./insider/world.ts";

// Proof: nobody moves, redirects or frees a unit alone, and nobody alone loosens what guards one. A malicious administrator
// of an account and one of the house try it over HTTP where two persons are asked for: each try is refused or waits for
// another person, who is never the same one by another way. Then the application's own role tries it by SQL. After each
// try, whatever could have moved is as it was; refusals and requests stand in the audit of whom they are about.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    /** So many of the tries, spread over all there are. */
    tries: { type: "string" },
    /** `http` or `sql`. */
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
  },
});
const LEAST_TRIES = 200;
const MOST = values.tries === undefined ? Number.POSITIVE_INFINITY : Number(values.tries);
const SEED = Number(values.seed);
/** Own agreements are tried for so many requests that wait; with `--full` for all. */
const AGREED_TO = values.full ? Number.POSITIVE_INFINITY : 12;

/** No right, a check, a guard, a state: SQLSTATE of what refuses. */
const REFUSALS: ReadonlySet<string> = new Set(["42501", "23514", "23001", "P0001", "55000"]);

const startedAt = performance.now();
const faults: string[] = [];
const count = { tries: 0, refused: 0, waits: 0, agreements: 0, sql: 0, undone: 0 };
const scene = await openScene();
let before: Books = await readBooks(scene.owner);
try {
  if (values.only !== "sql") await tryByHttp();
  if (values.only !== "http" && !isEnough(faults)) await tryBySql();
  if (!isEnough(faults)) for (const { rule, found } of await scene.api.broken()) faults.push(`${rule}: ${found}`);
} finally {
  await scene.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `insider: ${count.tries + count.agreements} tries, ${count.refused + count.agreements} refused (of them ${count.agreements} agreements with oneself), ${count.waits} waiting; ${count.sql} raw transactions, ${count.undone} refused or undone; ${faults.length} moved or untold; seed ${SEED}, ${seconds} s\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function tryByHttp(): Promise<void> {
  const tries = triesOf(scene, chanceFrom(SEED)).slice(0, MOST);
  const requests = new Map<string, Try>();
  for (const one of tries) {
    if (isEnough(faults)) return;
    const got = await send(one);
    const outcome = outcomeOf(got, one.hides);
    count.tries += 1;
    if (outcome === "refused") count.refused += 1;
    else if (outcome === "waits") {
      count.waits += 1;
      const { approvalId } = got.as<{ approvalId?: string }>();
      if (approvalId !== undefined) requests.set(approvalId, one);
    } else faults.push(`${named(one)} was let through: ${got.status} ${got.text.slice(0, 160)}`);
    await nothingMoved(named(one));
  }
  for (const [approvalId, one] of [...requests].slice(0, AGREED_TO)) await agreeAlone(approvalId, one);
  await lookAtAudit(requests);
  const made = count.tries + count.agreements;
  if (MOST >= LEAST_TRIES && made < LEAST_TRIES) faults.push(`only ${made} tries were made`);
}

function send({ by, request }: Try): Promise<Got> {
  return scene.api.send({ ...request, ...by.who, headers: { ...by.who.headers, ...request.headers } });
}

function named({ family, by, request }: Try): string {
  return `${by.name}, ${family}: ${request.method} ${request.target} ${JSON.stringify(request.body ?? {})}`;
}

/** Whoever asked agrees to it by every door, from two browsers at once. */
async function agreeAlone(approvalId: string, one: Try): Promise<void> {
  if (isEnough(faults)) return;
  const account = one.by === scene.hal ? scene.house : scene.acme;
  for (const requests of ownAgreements(one.by, approvalId, account)) {
    const answers = await Promise.all(requests.map((each: ApiRequest) => scene.api.send(each)));
    count.agreements += answers.length;
    for (const { status, text } of answers)
      if (status < 400) faults.push(`${named(one)} was agreed to by who asked: ${status} ${text.slice(0, 160)}`);
    await nothingMoved(`${named(one)}, agreed to by who asked`);
  }
}

async function nothingMoved(after: string): Promise<void> {
  const now = await readBooks(scene.owner);
  const moved = changed(before, now);
  if (moved.length > 0) faults.push(`after ${after} these are not as they were: ${moved.join(", ")}`);
  before = now;
}

/** Each request stands in the record of whom it is about, and so does that somebody was refused what they may not do. */
async function lookAtAudit(requests: ReadonlyMap<string, Try>): Promise<void> {
  const { rows } = await scene.owner.query<{ action: string; actor: string; account: string; object: string }>(
    "select action, actor, account_id as account, object_id as object from audit where action in ('approval.ask', 'access.refuse')",
  );
  const has = (actor: string, action: string, account: string, object?: string) =>
    rows.some(
      (row) =>
        row.actor === `staff:${actor}` &&
        row.action === action &&
        row.account === account &&
        (object === undefined || row.object === object),
    );
  for (const [approvalId, { by }] of requests)
    if (!has(by.name, "approval.ask", by === scene.hal ? scene.house : scene.acme, approvalId))
      faults.push(`no audit record says what ${by.name} asked for: ${approvalId}`);
  if (MOST < LEAST_TRIES) return;
  for (const account of [scene.acme, scene.house])
    if (!has("Mallory", "access.refuse", account))
      faults.push(`no audit record of ${account} says what Mallory was refused`);
}

async function tryBySql(): Promise<void> {
  const body = { toleranceBps: 77, reason: "waits" };
  const requested = await send(tryOf("settings", scene.mallory, ["PATCH", "/manage/v1/settings", body]));
  const payout = await scene.api.post("/manage/v1/payouts", {
    ...{ asset: "EUR", quantity: 1 },
    ...{ reference: "waits", bankReference: "stmt 1" },
  });
  const rate = { spreadBps: 0, account: "acme", reason: "for acme" };
  const ofHouse = await send(tryOf("settings", scene.hal, ["PATCH", "/house/v1/settings", rate]));
  if ([requested, payout, ofHouse].some(({ status }) => status !== 202))
    faults.push("nothing waits that SQL could agree to");
  const app = new pg.Client(scene.api.app.env.databaseUrl ?? "");
  await app.connect();
  try {
    for (const raw of [...rawStatements(scene), ...untoldStatements(scene)]) {
      if (isEnough(faults)) return;
      await trySql(app, raw);
    }
    await recordedBySql(app);
  } finally {
    await app.end();
  }
}

async function trySql(app: pg.Client, { name, statements }: Raw): Promise<void> {
  count.sql += 1;
  await app.query("begin");
  try {
    for (const statement of statements) await app.query(statement);
    await app.query("commit");
    faults.push(`by SQL, ${name}: neither refused nor undone`);
  } catch (error) {
    await app.query("rollback");
    if (!isRefusal(error)) faults.push(`by SQL, ${name}: said wrongly, ${String(error)}`);
    else count.undone += 1;
  }
  await nothingMoved(`by SQL, ${name}`);
}

/** Refused by a right or a guard; whatever else fails was badly said, and proves nothing. */
function isRefusal(error: unknown): boolean {
  return REFUSALS.has((error as { code?: string }).code ?? "");
}

/** What is done by the functions that check stands in the record. */
async function recordedBySql(app: pg.Client): Promise<void> {
  const { userId } = scene.vera;
  await app.query("select open_session(gen_random_uuid(), $1, 60, null, null, null, false, 'password', 'by hand')", [
    userId,
  ]);
  const { rowCount } = await scene.owner.query(
    "select from audit where action = 'user.sign-in' and request_id = 'by hand' and object_id = $1",
    [userId],
  );
  if (rowCount === 0) faults.push("a session was opened by SQL, and no audit record tells of it");
}
