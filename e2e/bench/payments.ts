import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Program } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { FILTERS, SORTED_FILTERS, SORTS } from "./desk/cases.ts";
import { seeded } from "./desk/seeded.ts";
import { contend, floorSide, type Load, programSide, serveFloor, type Verdict } from "./load/contest.ts";
import type { FloorView } from "./load/floor-payments.ts";
import { fastKey, inside, ownerUrl } from "./load/inside.ts";
import { bothEnds, PAGE, type View } from "./load/payment-views.ts";
import { memoryOf } from "./load/processes.ts";
import { keepResult } from "./load/results.ts";
import { startMeasured } from "./load/measured.ts";

// Signed pages of 50 payments, first and last of each filter and sort, and single ones by their ids, of the whole program
// over many bills, against bare node:http + pg that keep the nonce, read the same bills by their ids and send the same
// bytes; then the memory its processes are left with.

const { values } = parseArgs({
  options: {
    bills: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    /** Only views whose name has this in it. */
    only: { type: "string", default: "" },
    /** Keeps the seeded database in a folder for the next run. */
    data: { type: "string" },
    target: { type: "string" },
    /** A few bills, seconds and views and low targets: whether it works at all. */
    short: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const TARGETS = { page: 0.7, one: 0.6 };
const CONNECTIONS = 32;
const MOST_REQUESTS = 100_000;
const ONES = 1_000;
const DAYS = 90;
const DAY_MS = 86_400_000;
const BY_ID = "by id";
const SHORT = ["createdAt", "status=COMPLETED"];
/** Beside those of the desk's list, what has an index of its own or is rare. */
const MORE_FILTERS = ["outcome=LATE", "outcome=UNDERPAID", "outcome=PAID", "feeModel=EXPLICIT", "minimum=900"];
const MORE_SORTS = ["-difference", "difference", "quantity", "-quantity", "-value"];

const bills = values.short ? 200 : Number(values.bills);
const rounds = values.short ? 1 : Number(values.rounds);
const seconds = values.short ? 0.5 : Number(values.seconds);
const since = Date.now() - (DAYS - 0.1) * DAY_MS;
const data = await seeded(bills, values.data);
const program = await startMeasured({ dataDir: data.folder });
try {
  const { key, views } = await opened(program);
  const answered = await answersOf(program, key, views);
  const file = join(data.folder, "floor-views.json");
  writeFileSync(file, JSON.stringify(answered));
  const floor = await serveFloor("floor-payments.ts", program.dataDir, {
    FLOOR_URL: ownerUrl(program),
    FLOOR_VIEWS: file,
  });
  const verdicts: Verdict[] = [];
  const load: Omit<Load, "targets"> = {
    method: "GET",
    body: "",
    keys: [key],
    keyed: false,
    connections: CONNECTIONS,
    durationMs: seconds * 1000,
    mostRequests: MOST_REQUESTS,
  };
  const play = async (name: string, first: number, count: number, target: number): Promise<void> => {
    const ours = views.slice(first, first + count).map((view) => view.target);
    const theirs = Array.from({ length: count }, (_, at) => `/${first + at}`);
    const targets = { rate: values.short ? 0.05 : Number(values.target ?? target) };
    verdicts.push(
      await contend({
        name,
        program: programSide(program, { ...load, targets: ours }),
        floor: floorSide(floor, { ...load, targets: theirs }),
        rounds,
        targets,
      }),
    );
  };
  try {
    const pages = views.findIndex(({ name }) => name === BY_ID);
    for (const [at, { name }] of views.slice(0, pages).entries()) await play(name, at, 1, TARGETS.page);
    await play(BY_ID, pages, views.length - pages, TARGETS.one);
  } finally {
    floor.stop();
  }
  for (const { name, ratio } of verdicts.toSorted((a, b) => a.ratio - b.ratio))
    process.stdout.write(`${ratio.toFixed(2)} ${name}\n`);
  const memory = memoryOf(program.dataDir);
  process.stdout.write(
    "leaves out: a network between caller and program, TLS; load generator, program and PostgreSQL share this machine.\n",
  );
  if (values.keep) await keepResult("payments", ownerUrl(program), verdicts, { bills, rounds, seconds, ...memory });
} finally {
  await program.stop();
  data.remove();
}

/** A key for the account that has the bills, and the views of them. */
async function opened(on: Program): Promise<{ key: { keyId: string; secret: string }; views: View[] }> {
  const client = new pg.Client(ownerUrl(on));
  await client.connect();
  const { rows: accounts } = await client.query<{ id: string; name: string }>(
    "select id, name from account where id = (select account_id from bill order by id limit 1)",
  );
  const account = accounts[0] ?? { id: "", name: "" };
  const { rows: ids } = await client.query<{ id: string }>(
    "select id from bill tablesample system (20) where account_id = $1 limit $2",
    [account.id, ONES],
  );
  await client.end();
  return inside(on, async ({ app, actor }) => {
    const ctx = contextFor(app, { actor, account, requestId: "bench" });
    const views: View[] = [];
    const queries = values.short
      ? SHORT.map((query) => (query.includes("=") ? query : `sort=${query}`))
      : [...FILTERS, ...MORE_FILTERS, ...[...SORTS, ...MORE_SORTS].map((sort) => `sort=${sort}`), ...SORTED_FILTERS];
    for (const query of queries.filter((each) => each.includes(values.only)))
      views.push(...(await bothEnds(ctx, account, query, since)));
    views.push(...ids.map(({ id }) => ({ name: BY_ID, target: `/payment/v1/payment?paymentId=${id}` })));
    return { key: await fastKey(ctx), views };
  });
}

/** What the program answers to each view, as the floor is to send it. */
async function answersOf(
  on: Program,
  key: { keyId: string; secret: string },
  views: readonly View[],
): Promise<FloorView[]> {
  const call = pspClient(on.url, key);
  const answered: FloorView[] = [];
  for (const { name, target } of views) {
    const reply = await call({ method: "GET", target });
    if (reply?.status !== 200) throw new Error(`${name}: ${reply?.text ?? "no answer"}`);
    const records = reply.body["data"] as { paymentId: string }[];
    if (name !== BY_ID) process.stdout.write(`${name}: ${records.length} of ${PAGE}\n`);
    answered.push({ ids: records.map(({ paymentId }) => paymentId), body: reply.text });
  }
  return answered;
}
