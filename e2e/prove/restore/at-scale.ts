import { execFile } from "node:child_process";
import { renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { seeded } from "#e2e/bench/desk/seeded.ts";
import { environmentOf, type Program, startProgram } from "#e2e/world/program.ts";
import { type Psp, pspClient } from "#e2e/world/psp.ts";
import { makeHome, readAccess, urlFor } from "#lib/postgres/postgres-home.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);
const WRITERS = 20;
const HOUR_MS = 3_600_000;
/** So long may a restore of a hundred thousand bills take at most; seeding apart. */
const MOST_MS = 5 * 60_000;
const PRINTED_BYTES = 64 * 1024 * 1024;

type Made = { paymentId: string; address: string; quantity: number };

/**
 * The operator's own commands on a database of many bills: backed up while it works, an hour of business by twenty
 * writers, restored with the note of what it was. No address is handed out twice, what comes for lost bills is a case,
 * books and audit hold, all within five minutes.
 */
export async function drillAtScale(bills: number, rounds: number): Promise<{ figures: string; faults: string[] }> {
  const data = await seeded(bills, undefined);
  const faults: string[] = [];
  try {
    const start = () => startProgram({ embedded: true, dataDir: data.folder, args: ["--only=api"] });
    let program = await start();
    const backup = join(data.folder, "backup");
    await desk(program, `backup --to ${backup}`);
    const lost = await businessHour(program, rounds);
    await program.halt();
    renameSync(join(data.folder, "postgres"), join(data.folder, "postgres-of-before"));

    const startedAt = performance.now();
    const restored = await desk(program, `restore --from ${backup}`);
    const tookMs = performance.now() - startedAt;
    faults.push(...["missing", "violations", "faults"].flatMap((name) => faultsOf(name, restored[name])));
    if (tookMs > MOST_MS) faults.push(`restoring took ${(tookMs / 1000).toFixed(0)} s`);

    program = await start();
    faults.push(...(await afterwards(program, lost)));
    await program.halt();
    const { violations } = await desk(program, "check");
    faults.push(...faultsOf("violations", violations));
    const figures = `${bills} bills, ${lost.length} more in an hour of ${WRITERS} writers lost with the backup; restored in ${(tookMs / 1000).toFixed(1)} s`;
    return { figures, faults };
  } finally {
    data.remove();
  }
}

const faultsOf = (name: string, list: unknown): string[] =>
  Array.isArray(list) ? list.map((each) => `${name}: ${JSON.stringify(each)}`) : [`${name} were not told`];

/** The operator's command line on the program's own database; it ends with 1 where something is wrong, and says so. */
async function desk({ port, dataDir }: Program, words: string): Promise<Record<string, unknown>> {
  const options = { cwd: ROOT, env: environmentOf(port, dataDir), maxBuffer: PRINTED_BYTES };
  const { stdout } = await run(process.execPath, ["lib/cli/main.ts", ...words.split(" "), "--json"], options).catch(
    (error: { stdout?: string; stderr?: string }) => {
      if (!error.stdout) throw new Error(`desk ${words}: ${error.stderr}`);
      return { stdout: error.stdout };
    },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}

/** Twenty ask for bills and pay half of them; the business clock goes an hour on, so that the note knows of it. */
async function businessHour(program: Program, rounds: number): Promise<Made[]> {
  const psp = pspClient(program.url, program.demo);
  const made: Made[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bills = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => ask(psp, `writer-${writer}`)));
    made.push(...bills);
    await Promise.all(bills.filter((_, n) => n % 2 === 0).map((bill) => pay(psp, bill)));
    await need(psp, "/sandbox/v1/clock", { advanceMs: Math.ceil(HOUR_MS / rounds) });
  }
  await need(psp, "/sandbox/v1/settle", {});
  return made;
}

/** New bills get addresses of their own, and a payment for a lost bill is a case or a credit, never nothing. */
async function afterwards(program: Program, lost: readonly Made[]): Promise<string[]> {
  const psp = pspClient(program.url, program.demo);
  const gone = new Set(lost.map(({ address }) => address));
  const again = await Promise.all(Array.from({ length: 5 * WRITERS }, () => ask(psp, "after")));
  const twice = again.filter(({ address }) => gone.has(address));
  const late = lost.slice(0, WRITERS);
  // No bill is known at these addresses any more, so that they are paid by whoever has an account at the venue.
  for (const { address, quantity } of late)
    await need(psp, "/sandbox/v1/venue-transfers", { kind: "WITHDRAWAL", asset: "BTC", quantity, address });
  await need(psp, "/sandbox/v1/settle", {});
  await need(psp, "/sandbox/v1/blocks", { network: "bitcoin", count: 6 });
  await need(psp, "/sandbox/v1/settle", {});
  return [...twice.map(({ address }) => `${address} is handed out twice`), ...(await unseenIn(program, late))];
}

/** Of these lost bills those whose payment is no case: the house holds it for an owner not yet known. */
async function unseenIn({ dataDir }: Program, late: readonly Made[]): Promise<string[]> {
  const access = readAccess(makeHome(join(dataDir, "postgres")));
  if (!access) return ["the restored database does not run"];
  const client = new pg.Client(urlFor(access, "desk_owner", "desk"));
  await client.connect();
  try {
    const { rows } = await client.query<{ address: string }>(
      `select a.address from deposit_address a join stray_deposit s on s.address_id = a.id
       where s.status = 'CONFIRMED' and a.address = any($1)`,
      [late.map(({ address }) => address)],
    );
    const seen = new Set(rows.map(({ address }) => address));
    return late.flatMap(({ address }) => (seen.has(address) ? [] : [`what came to ${address} is no case`]));
  } finally {
    await client.end();
  }
}

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
