import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { queryEmbedded } from "#e2e/world/power-cut.ts";
import type { Program } from "#e2e/world/program.ts";
import type { Psp } from "#e2e/world/psp.ts";
import type { Flow } from "./flow.ts";
import { insist, type Tally } from "./line.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Everything that was acknowledged and does not hold, or happened twice; empty when all is well. */
export async function judge(program: Program, psp: Psp, tally: Tally, flows: readonly Flow[]): Promise<string[]> {
  const found: string[] = [];
  for (const flow of flows)
    found.push(...(await brokenPromises(psp, tally, flow)), ...(await recordFaults(psp, tally, flow)));
  return [...found, ...(await doubled(program, flows)), ...(await checkBooks(program))];
}

/** Each key sent once more answers what it answered before, and does nothing. */
async function brokenPromises(psp: Psp, tally: Tally, { promised }: Flow): Promise<string[]> {
  const found: string[] = [];
  for (const [key, { call, text }] of promised) {
    const again = await insist(psp, tally, call);
    const changes = call.target.endsWith("/execute");
    if (again.status !== 200 || !again.replayed) found.push(`${key}: lost, now ${again.status} ${again.text}`);
    else if (!changes && again.text !== text) found.push(`${key}: promised ${text}, now ${again.text}`);
  }
  return found;
}

async function recordFaults(psp: Psp, tally: Tally, flow: Flow): Promise<string[]> {
  const { body } = await insist(psp, tally, { method: "GET", target: `/payment/v1/payment?address=${flow.address}` });
  const [record, ...more] = (body["data"] ?? []) as Record<string, unknown>[];
  if (!record || more.length > 0)
    return [`${flow.reference}: ${record ? more.length + 1 : 0} bills on ${flow.address}`];
  const deposits = record["deposits"] as Record<string, unknown>[];
  const bill = flow.promised.get(`${flow.reference}-bill`)?.body ?? {};
  const claims: [string, unknown, unknown][] = [
    ["paymentId", record["paymentId"], flow.paymentId],
    ["price", record["price"], bill["price"]],
    ["quantity", record["quantity"], bill["quantity"]],
    ["expiryTime", record["expiryTime"], bill["expiryTime"]],
    ["fiatReceivable", record["fiatReceivable"], flow.fiatReceivable],
    ["status", record["status"], "COMPLETED"],
    ["amountStatus", record["amountStatus"], "PAID"],
    ["quantityReceived", record["quantityReceived"], bill["quantity"]],
    ["deposits", deposits.length, 1],
    ["txHash", deposits[0]?.["txHash"], flow.txHash],
    ["fiatReceived", record["fiatReceived"], flow.quoted?.fiat ?? flow.fiatReceivable],
    ["quantityLocked", record["quantityLocked"], 0],
  ];
  return claims.flatMap(([what, is, was]) => (is === was ? [] : [`${flow.reference}: ${what} is ${is}, not ${was}`]));
}

type Counted = {
  reference: string;
  bills: number;
  transfers: number;
  fills: number;
  orders: number;
  invoices: number;
  emitted: string[];
  gaps: number;
};

/** What the API cannot show: one row for each effect, events without gap or repetition. */
async function doubled(program: Program, flows: readonly Flow[]): Promise<string[]> {
  const rows = await queryEmbedded<Counted>(
    program,
    `select b.reference, count(*) over (partition by b.reference)::integer as bills,
       (select count(*) from sandbox_transfer t where t.address = b.address)::integer as transfers,
       (select count(*) from fill f where f.bill_id = b.id)::integer as fills,
       (select count(*) from venue_order o join conversion_item i on i.conversion_id = o.conversion_id
        where i.bill_id = b.id and o.status = 'FILLED')::integer as orders,
       (select count(distinct i.conversion_id) from conversion_item i where i.bill_id = b.id)::integer as invoices,
       (select array_agg(e.type order by e.sequence) from event e where e.object_id = b.id) as emitted,
       (select max(e.sequence) - count(*) from event e where e.object_id = b.id)::integer as gaps
     from bill b where b.subaccount = 'crash'`,
  );
  const found = rows.length === flows.length ? [] : [`${rows.length} bills for ${flows.length} keys`];
  const converting = new Set(flows.filter(({ converts }) => converts).map(({ reference }) => reference));
  for (const row of rows) {
    const invoices = converting.has(row.reference) ? 1 : 0;
    const once = row.bills === 1 && row.transfers === 1 && row.fills === 1 && row.gaps === 0;
    const repeated = new Set(row.emitted).size !== row.emitted.length;
    if (!once || repeated || row.orders !== invoices || row.invoices !== invoices)
      found.push(`not once: ${JSON.stringify(row)}`);
  }
  return found;
}

/** The operator's own command, beside the running program. */
async function checkBooks(program: Program): Promise<string[]> {
  const args = ["lib/server/guard.mjs", "lib/server/with-client.ts", "lib/cli/main.ts", "check"];
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env["PATH"],
    DATA_DIR: program.dataDir,
    LOG_LEVEL: "error",
  };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      done(error ? `desk check: ${stdout}${stderr}`.trim().split("\n") : []);
    });
  });
}
