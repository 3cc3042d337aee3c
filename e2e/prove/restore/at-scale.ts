import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { seeded } from "#e2e/bench/desk/seeded.ts";
import { plantedEnvironment } from "#e2e/world/planted.ts";
import { environmentOf, type Program, startProgram } from "#e2e/world/program.ts";
import { type Psp, pspClient } from "#e2e/world/psp.ts";
import { restoreBackup } from "#lib/postgres/backup.ts";
import { openCluster } from "#lib/postgres/postgres-cluster.ts";
import { makeHome, readAccess, urlFor } from "#lib/postgres/postgres-home.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);
const WRITERS = 20;
const HOUR_MS = 3_600_000;
/** So long may a restore of a hundred thousand bills take at most; seeding apart. */
const MOST_MS = 5 * 60_000;
/** More are copied: what a restore has to read is as much. */
const MOST_BY_VERBS = 5_000;
const MOST_TRIES = 40;
const PRINTED_BYTES = 64 * 1024 * 1024;

type Made = { paymentId: string; address: string; quantity: number };

/**
 * The operator's own commands on a database of many bills: backed up while it works, an hour of business by twenty
 * writers, restored with the note of what it was. Chains and venue know of the hour, as they are other machines. No
 * address is handed out twice, no order is placed twice, what is paid is credited or a case, books and audit hold, all
 * within five minutes.
 */
export async function drillAtScale(bills: number, rounds: number): Promise<{ figures: string; faults: string[] }> {
  const data = await seeded(bills, undefined, MOST_BY_VERBS);
  const faults: string[] = [];
  try {
    const start = () => startProgram({ embedded: true, dataDir: data.folder, args: ["--only=api"] });
    let program = await start();
    const known = await askAtOnce(program, 2 * WRITERS, "before");
    const backup = join(data.folder, "backup");
    await desk(program, `backup --to ${backup}`);
    const lost = await businessHour(program, known, rounds);
    await program.halt();
    const outside = await carryOut(data.folder);
    renameSync(join(data.folder, "postgres"), join(data.folder, "postgres-of-before"));

    const filesAt = performance.now();
    restoreBackup({ dataDir: data.folder, mode: "sandbox", secretsKey: undefined, secretsKeyFile: undefined }, backup);
    const filesMs = performance.now() - filesAt;
    await carryIn(data.folder, outside);
    const startedAt = performance.now();
    const restored = await desk(program, "restore");
    const tookMs = filesMs + performance.now() - startedAt;
    faults.push(...["missing", "violations", "faults"].flatMap((name) => faultsOf(name, restored[name])));
    if (restored["began"] !== true) faults.push("the older copy was not noticed");
    if (tookMs > MOST_MS) faults.push(`restoring took ${(tookMs / 1000).toFixed(0)} s`);

    program = await start();
    faults.push(...(await afterwards(program, { known, lost, orders: outside.orders })));
    await program.halt();
    const { violations } = await desk(program, "check");
    faults.push(...faultsOf("violations", violations));
    const figures = `${bills} bills, ${lost.length} more in an hour of ${WRITERS} writers and ${outside.orders} orders at the venue; restored in ${(tookMs / 1000).toFixed(1)} s`;
    return { figures, faults };
  } finally {
    data.remove();
  }
}

const faultsOf = (name: string, list: unknown): string[] =>
  Array.isArray(list) ? list.map((each) => `${name}: ${JSON.stringify(each)}`) : [`${name} were not told`];

/** The operator's command line on the program's own database; it ends with 1 where something is wrong, and says so. */
async function desk({ port, dataDir }: Program, words: string): Promise<Record<string, unknown>> {
  const options = {
    cwd: ROOT,
    env: { ...environmentOf(port, dataDir), ...plantedEnvironment() },
    maxBuffer: PRINTED_BYTES,
  };
  const { stdout } = await run(process.execPath, ["lib/cli/main.ts", ...words.split(" "), "--json"], options).catch(
    (error: { stdout?: string; stderr?: string }) => {
      if (!error.stdout) throw new Error(`desk ${words}: ${error.stderr}`);
      return { stdout: error.stdout };
    },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}

/** Twenty at once, none waiting for another: each asks for bills and pays every second one, half of them what is known as well. */
async function businessHour(program: Program, known: readonly Made[], rounds: number): Promise<Made[]> {
  const psp = pspClient(program.url, program.demo);
  const made: Made[] = [];
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const old = known[writer];
      if (old) await pay(psp, old);
      for (let round = 0; round < rounds; round += 1) {
        const bill = await ask(psp, `writer-${writer}`);
        if (made.push(bill) % 2 === 0) await pay(psp, bill);
        // The business clock goes an hour on, so that the note beside the data knows of it.
        if (writer === 0) await need(psp, "/sandbox/v1/clock", { advanceMs: Math.ceil(HOUR_MS / rounds) });
      }
    }),
  );
  await confirm(psp);
  return made;
}

/** What the world outside knows, and the restored database does not. */
type Outside = { folder: string; tables: readonly string[]; clock: string; orders: number };

/** Chains, market and venue of the sandbox lie in its database; they are no part of what a backup brings back. */
async function carryOut(dataDir: string): Promise<Outside> {
  const folder = join(dataDir, "outside");
  mkdirSync(folder);
  // The database's own user writes there.
  chmodSync(folder, 0o777);
  return asRuler(dataDir, async (ruler) => {
    const { rows } = await ruler.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_name like 'sandbox%'",
    );
    const tables = rows.map(({ name }) => name);
    for (const name of tables) await ruler.query(`copy ${name} to '${join(folder, name)}'`);
    const [facts] = (
      await ruler.query<{ clock: string; orders: string }>(
        "select clock_offset_ms::text as clock, (select count(*) from sandbox_order)::text as orders from deployment",
      )
    ).rows;
    return { folder, tables, clock: facts?.clock ?? "0", orders: Number(facts?.orders) };
  });
}

async function carryIn(dataDir: string, { folder, tables, clock }: Outside): Promise<void> {
  await asRuler(dataDir, async (ruler) => {
    await ruler.query("begin");
    await ruler.query("set local session_replication_role = replica");
    for (const name of tables) {
      await ruler.query(`delete from ${name}`);
      await ruler.query(`copy ${name} from '${join(folder, name)}'`);
    }
    await ruler.query("update deployment set clock_offset_ms = $1", [clock]);
    await ruler.query("commit");
  });
}

/** Works as the superuser of the program's own server, which is started for it. */
async function asRuler<T>(dataDir: string, work: (ruler: pg.Client) => Promise<T>): Promise<T> {
  const cluster = await openCluster(join(dataDir, "postgres"));
  const ruler = new pg.Client(cluster.urlFor("postgres"));
  try {
    await ruler.connect();
    return await work(ruler);
  } finally {
    await ruler.end();
    await cluster.stop();
  }
}

type Before = { known: readonly Made[]; lost: readonly Made[]; orders: number };

/** New bills get addresses of their own, nothing is sold anew, and each payment is credited or a case, never nothing. */
async function afterwards(program: Program, { known, lost, orders }: Before): Promise<string[]> {
  const psp = pspClient(program.url, program.demo);
  await confirm(psp);
  const paid = new Set(lost.filter((_, n) => n % 2 === 1).map(({ address }) => address));
  const faults = await inside(program, async (client) => [
    ...(await soldTwice(client, orders)),
    ...(await notCredited(client, known.slice(0, WRITERS))),
    ...(await notCases(client, [...paid], 1)),
  ]);

  const gone = new Set([...known, ...lost].map(({ address }) => address));
  const again = await askAtOnce(program, 5 * WRITERS, "after");
  const twice = again.filter(({ address }) => gone.has(address));
  for (const bill of [...known.slice(WRITERS), ...again]) await pay(psp, bill);
  // No bill is known at these addresses any more, so that they are paid by whoever has an account at the venue.
  for (const { address, quantity } of lost)
    await need(psp, "/sandbox/v1/venue-transfers", { kind: "WITHDRAWAL", asset: "BTC", quantity, address });
  await confirm(psp);
  const late = await inside(program, async (client) => [
    ...(await notCredited(client, [...known, ...again])),
    ...(await notCases(client, [...paid], 2)),
    ...(await notCases(
      client,
      lost.map(({ address }) => address).filter((address) => !paid.has(address)),
      1,
    )),
  ]);
  return [...faults, ...twice.map(({ address }) => `${address} is handed out twice`), ...late];
}

async function inside<T>({ dataDir }: Program, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const access = readAccess(makeHome(join(dataDir, "postgres")));
  if (!access) throw new Error("the restored database does not run");
  const client = new pg.Client(urlFor(access, "desk_owner", "desk"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Before anything new is paid, the venue has no order that it did not have, and the books know each as ours. */
async function soldTwice(client: pg.Client, before: number): Promise<string[]> {
  const { rows } = await client.query<{ orders: number; unknown: number }>(
    `select count(*)::int as orders, count(*) filter (where not exists (select from venue_order v where v.client_ref = o.client_ref)
       and not exists (select from adopted_order a where a.client_ref = o.client_ref))::int as unknown from sandbox_order o`,
  );
  const { orders, unknown } = rows[0] ?? { orders: 0, unknown: 0 };
  return [
    ...(orders === before ? [] : [`${orders - before} orders were placed for what the venue had sold`]),
    ...(unknown === 0 ? [] : [`${unknown} orders that the venue has are not known as ours`]),
  ];
}

/** Of these bills those whose payment is not in the books, of which all are known to the restored database. */
async function notCredited(client: pg.Client, bills: readonly Made[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select bill_id::text as id from deposit where treated_at is not null and times_confirmed = 1 and times_reversed = 0 and bill_id = any($1::uuid[])",
    [bills.map(({ paymentId }) => paymentId)],
  );
  const credited = new Set(rows.map(({ id }) => id));
  return bills.flatMap(({ paymentId }) =>
    credited.has(paymentId) ? [] : [`the payment of ${paymentId} is not credited`],
  );
}

/** Of these addresses those of which not each payment is a case: the house holds it for an owner not yet known. */
async function notCases(client: pg.Client, addresses: readonly string[], each: number): Promise<string[]> {
  const { rows } = await client.query<{ address: string; times: number }>(
    `select a.address, count(*)::int as times from deposit_address a join stray_deposit s on s.address_id = a.id
     where s.status = 'CONFIRMED' and a.address = any($1) group by a.address`,
    [addresses],
  );
  const times = new Map(rows.map((row) => [row.address, row.times]));
  return addresses.flatMap((address) => {
    const found = times.get(address) ?? 0;
    return found === each ? [] : [`${address}: ${found} of ${each} payments to a lost bill are cases`];
  });
}

/** Blocks enough, and all that is due for them; a busy program is asked again. */
async function confirm(psp: Psp): Promise<void> {
  await settled(psp);
  await need(psp, "/sandbox/v1/blocks", { network: "bitcoin", count: 6 });
  await settled(psp);
}

async function settled(psp: Psp): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1)
    if ((await psp({ method: "POST", target: "/sandbox/v1/settle", body: {} }))?.status === 200) return;
  throw new Error("the due work does not come to an end");
}

const askAtOnce = (program: Program, count: number, subaccount: string): Promise<Made[]> => {
  const psp = pspClient(program.url, program.demo);
  return Promise.all(Array.from({ length: count }, () => ask(psp, subaccount)));
};

async function ask(psp: Psp, subaccount: string): Promise<Made> {
  const body = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 50, subaccount, bech32: true };
  const made = await need(psp, "/payment/v1/requestPaymentAddress", body);
  return {
    paymentId: String(made["paymentId"]),
    address: String(made["deposit_address"]),
    quantity: Number(made["quantity"]),
  };
}

const pay = (psp: Psp, { address, quantity }: Made) => need(psp, "/sandbox/v1/deposits", { address, quantity });

async function need(psp: Psp, target: string, body: object): Promise<Record<string, unknown>> {
  const reply = await psp({ method: "POST", target, body });
  if (reply?.status !== 200) throw new Error(`${target}: ${reply?.status} ${reply?.text}`);
  return reply.body;
}
