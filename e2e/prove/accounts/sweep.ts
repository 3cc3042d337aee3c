import { parseArgs } from "node:util";
import { answerTo, idFor, NAMELESS, told } from "#e2e/world/accounts/foreign.ts";
import { answerOf, questionsOf, searchesFor } from "#e2e/world/accounts/newborn.ts";
import { openParty, type Party, unknownObjects } from "#e2e/world/accounts/parties.ts";
import { kindOf, slotsOf } from "#e2e/world/accounts/slots.ts";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { type Removal, removalsOf, statementsOf, without } from "./conditions.ts";

// Proof: every condition on the account, in every statement that the API sends, is missed when it is taken out. Each is
// taken out by itself, and what an account asks of lists, of another's identifiers and of shared limits is asked again.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false }, every: { type: "string" } } });
const EVERY = Number(values.every ?? (values.full ? 1 : 6));

/** Conditions that nobody can miss, each with the reason. */
const IDLE: readonly { at: RegExp; why: string }[] = [];

/** Something asked that says what was wrong with the answer; undefined when nothing was. */
type Probe = { name: string; ask(): Promise<string | undefined> };

const api = await openApi();
const probes = await probesOf(api);
const asking = new Map<string, Probe[]>();
const faults: string[] = [];
for (const probe of probes) {
  const wrong: string[] = [];
  for (const text of await statementsOf(
    async () => void wrong.push(...[await probe.ask()].flatMap((each) => each ?? [])),
  ))
    asking.set(text, [...(asking.get(text) ?? []), probe]);
  if (wrong.length > 0) faults.push(`${probe.name}: ${wrong[0]}`);
}
const removals = [...asking.keys()].flatMap(removalsOf).filter((_each, at) => at % EVERY === 0);
let missed = 0;
for (const removal of removals) {
  const noticed = await noticedBy(removal);
  if (noticed) missed += 1;
  else if (!IDLE.some(({ at }) => at.test(removal.text))) faults.push(`nobody misses ${placeOf(removal)}`);
}
api.neighbour.forgive();
await api.close();
await closeTestCluster();
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
process.stdout.write(`${removals.length} conditions taken out, ${missed} missed; ${probes.length} probes\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function noticedBy(removal: Removal): Promise<string | undefined> {
  for (const probe of asking.get(removal.text) ?? []) {
    const wrong = await without(removal, () => probe.ask().catch(String));
    if (wrong !== undefined) return probe.name;
  }
  return undefined;
}

function placeOf({ text, condition, without: left }: Removal): string {
  const at = [...text].findIndex((character, index) => character !== left[index]);
  return `${condition} in …${text.slice(Math.max(0, at - 80), at + 60).replaceAll(/\s+/g, " ")}…`;
}

async function probesOf(world: Api): Promise<Probe[]> {
  await world.plainPrices();
  const operations = await loadOperations();
  const newborn = await world.staff("admin", "newborn");
  const ours = await openParty(world, "acme");
  const theirs = await openParty(world, "globex");
  const nobody = unknownObjects(theirs.objects);
  const slots = slotsOf(operations).filter(({ name }) => !(name in NAMELESS));
  const foreign = slots.map(
    (slot): Probe => ({
      name: slot.name,
      async ask() {
        const id = await idFor(world, slot, theirs);
        const [unknown, known] = [
          await answerTo(world, slot, ours, nobody[kindOf(slot)]),
          await answerTo(world, slot, ours, id),
        ];
        return unknown === known ? undefined : `${known.slice(0, 200)} instead of ${unknown.slice(0, 200)}`;
      },
    }),
  );
  const empty = new Map<string, string>();
  const lists = [...questionsOf(operations), ...searchesFor(theirs.objects)].map(
    (question): Probe => ({
      name: question.name,
      async ask() {
        const now = await answerOf(world, question, newborn);
        const first = empty.get(question.name) ?? now;
        empty.set(question.name, first);
        return now === first ? undefined : `${now.slice(0, 300)}`;
      },
    }),
  );
  return [...foreign, ...lists, ...(await casesOf(world, ours, theirs)), ...(await sharedOf(world))];
}

/** Cases of every kind that the other account has, each looked at by its name. */
async function casesOf(world: Api, ours: Party, theirs: Party): Promise<Probe[]> {
  const { data } = (await world.get("/manage/v1/cases", theirs.admin)).as<{ data: { caseId: string }[] }>();
  const shown = async (caseId: string) => told(await world.get(`/manage/v1/cases/${caseId}`, ours.admin), caseId);
  const ofTheirs = data
    .map(({ caseId }) => caseId)
    .filter((caseId) => !caseId.startsWith("chain") && !caseId.startsWith("price"));
  return ofTheirs.map((caseId) => ({
    name: `case ${caseId.split("-")[0]}`,
    async ask() {
      const [known, unknown] = [await shown(caseId), await shown(caseId.slice(0, -12) + "0".repeat(12))];
      return known === unknown ? undefined : `${known.slice(0, 200)} instead of ${unknown.slice(0, 200)}`;
    },
  }));
}

/** What two accounts use alike: a key of idempotency, a limit, what is free. */
async function sharedOf(world: Api): Promise<Probe[]> {
  const headers = { "idempotency-key": "used by both" };
  const asked = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 1, subaccount: "shop-1" };
  const theirs = await world.newKey({ account: "globex" });
  const theirBill = (await world.post(CREATE, asked, { headers, key: theirs })).as<MadeBill>();
  const limited = await world.newKey({ account: "limited" });
  await world.settings({ openExposureLimit: "90" }, "limited");
  const payer = world.as(await world.newKey({ account: "payer" }));
  const kept = await payer.bill({ strategy: "RAI" });
  await payer.pay(kept, kept.quantity, "bitcoin");
  const { quantityUnconverted } = await payer.payment(kept.paymentId);
  const tooMuch = `{"asset":"BTC","quantity":${(quantityUnconverted + 1e-8).toFixed(8)},"reference":"all"}`;
  return [
    {
      name: "a wallet of another account",
      async ask() {
        const { deposit_address } = await world.bill();
        const { rows } = await world.app.database.pool.query(
          "select from deposit_address a join wallet w on w.id = a.wallet_id where a.address = $1 and w.account_id is not null",
          [deposit_address],
        );
        return rows.length === 0 ? undefined : `${deposit_address} is another account's`;
      },
    },
    {
      name: "an idempotency key used by both",
      async ask() {
        const got = await world.post(CREATE, asked, { headers });
        return got.status === 200 && got.as<MadeBill>().paymentId !== theirBill.paymentId ? undefined : got.text;
      },
    },
    {
      name: "a limit of one's own",
      async ask() {
        const got = await world.post(CREATE, asked, { key: limited });
        return got.status === 200 ? undefined : got.text;
      },
    },
    {
      name: "more than is free",
      async ask() {
        const got = await payer.post("/manage/v1/payouts", tooMuch);
        return got.status === 409 ? undefined : got.text;
      },
    },
  ];
}
