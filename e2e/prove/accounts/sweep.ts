import { parseArgs } from "node:util";
import { answerTo, idFor, NAMELESS, comparable } from "#e2e/world/accounts/foreign.ts";
import { answerOf, questionsOf, searchesFor } from "#e2e/world/accounts/newborn.ts";
import { openParty, type Party, unknownObjects } from "#e2e/world/accounts/parties.ts";
import { kindOf, slotsOf } from "#e2e/world/accounts/slots.ts";
import { openTroubles, shareTroubles } from "#e2e/world/accounts/troubles.ts";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { type Removal, removalsOf, statementsOf, without } from "./conditions.ts";

// Proof: every condition on the account, in every statement that the API sends, is missed when it is taken out. Each is
// taken out by itself, and what an account asks of lists, of another's identifiers and of shared limits is asked again.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false }, every: { type: "string" } } });
const EVERY = Number(values.every ?? (values.full ? 1 : 6));

/** Conditions that nobody can miss, each with the reason. */
const IDLE: readonly { at: RegExp; why: string }[] = [
  {
    at: /^select id from approval where .* for update/s,
    why: "only a lock: the approval itself is read by its account",
  },
  {
    at: /^select id from api_key where .* for update/s,
    why: "only a lock: the key itself is sought among the account's",
  },
  { at: /^select assignee_id, .* from case_file .* for update/s, why: "only a lock: the case is read by its account" },
  { at: /^update idempotency set completed_at/, why: "the claim's owner is an id that no other claim has" },
  {
    at: /^\s*update webhook_endpoint set\s/,
    why: "the endpoint is then read by its account, and without it all is undone",
  },
];

/** Something asked that says what was wrong with the answer; undefined when nothing was. */
type Probe = { name: string; ask(): Promise<string | undefined> };

const api = await openApi();
const probes = await probesOf(api);
const asking = new Map<string, Probe[]>();
const faults: string[] = [];
/** At once, since the whole takes long. */
const found = (fault: string): void => {
  faults.push(fault);
  process.stdout.write(`  ${fault}\n`);
};
for (const probe of probes) {
  const wrong: string[] = [];
  for (const text of await statementsOf(
    async () => void wrong.push(...[await probe.ask()].flatMap((each) => each ?? [])),
  ))
    asking.set(text, [...(asking.get(text) ?? []), probe]);
  if (wrong.length > 0) found(`${probe.name}: ${wrong[0]}`);
}
/** One condition of a source may stand in many statements that are put together from it: noticed in one, it is noticed. */
const conditions = [...Map.groupBy([...asking.keys()].flatMap(removalsOf), placeOf)].filter(
  (_each, at) => at % EVERY === 0,
);
let missed = 0;
let idle = 0;
process.stdout.write(`${conditions.length} conditions in ${asking.size} statements, ${probes.length} probes\n`);
for (const [place, removals] of conditions) {
  if (await noticedIn(removals)) missed += 1;
  else if (removals.every(({ text }) => IDLE.some(({ at }) => at.test(text)))) idle += 1;
  else found(`nobody misses ${place}`);
}
api.neighbour.forgive();
await api.close();
await closeTestCluster();
process.stdout.write(
  `${conditions.length} conditions taken out, ${missed} missed, ${idle} that nobody can miss; ${probes.length} probes\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function noticedIn(removals: readonly Removal[]): Promise<boolean> {
  for (const removal of removals)
    for (const probe of asking.get(removal.text) ?? [])
      if ((await without(removal, () => probe.ask().catch(String))) !== undefined) return true;
  return false;
}

function placeOf({ text, condition, without: left }: Removal): string {
  const at = [...text].findIndex((character, index) => character !== left[index]);
  const plain = (part: string) => part.replaceAll(/\s+/g, " ").replaceAll(/\$\d+/g, "$");
  return `${plain(condition)} in …${plain(text.slice(0, at)).slice(-80)}${plain(text.slice(at)).slice(0, 60)}…`;
}

async function probesOf(world: Api): Promise<Probe[]> {
  await world.plainPrices();
  const operations = await loadOperations();
  const newborn = await world.staff("admin", "newborn");
  const ours = await openParty(world, "acme");
  const theirs = await openParty(world, "globex");
  await openTroubles(world, theirs);
  await shareTroubles(world, theirs);
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
  const shared = ["chain-tron", "stale-price-USDC-JPY"].map((id) => ({ name: id, target: `/manage/v1/cases/${id}` }));
  const lists = [...questionsOf(operations), ...searchesFor(theirs.objects), ...shared].map(
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
  const own = [...(await casesOf(world, ours, theirs)), ...(await sharedOf(world)), ...(await twoAccounts(world))];
  return [...foreign, ...lists, ...own, logOf(world, newborn, theirs), await searchOf(world, ours, theirs)];
}

/** Cases of every kind that the other account has, each looked at by its name; those named by what all share left out. */
async function casesOf(world: Api, ours: Party, theirs: Party): Promise<Probe[]> {
  const { data } = (await world.get("/manage/v1/cases", theirs.admin)).as<{ data: { caseId: string }[] }>();
  const shown = async (caseId: string) => comparable(await world.get(`/manage/v1/cases/${caseId}`, ours.admin), caseId);
  const ofTheirs = data.map(({ caseId }) => caseId).filter((caseId) => !/^(chain|stale-price|owed)-/.test(caseId));
  return ofTheirs.map((caseId) => ({
    name: `case ${caseId.split("-")[0]}`,
    async ask() {
      const [known, unknown] = [await shown(caseId), await shown(caseId.slice(0, -12) + "0".repeat(12))];
      return known === unknown ? undefined : `${known.slice(0, 200)} instead of ${unknown.slice(0, 200)}`;
    },
  }));
}

/** Of the account's own calls there is one more with each look: those of another are looked for in it. */
function logOf(world: Api, newborn: Partial<ApiRequest>, theirs: Party): Probe {
  return {
    name: "the request log",
    async ask() {
      const { text } = await world.get("/manage/v1/requests?limit=500", newborn);
      return text.includes(theirs.objects.request) ? "another account's call is listed" : undefined;
    },
  };
}

/** Both have subaccounts that begin alike: from one of ours to the next, none of theirs is stepped on. */
async function searchOf(world: Api, ours: Party, theirs: Party): Promise<Probe> {
  for (const [party, subaccount] of [
    [ours, "alike-1"],
    [theirs, "alike-2"],
    [ours, "alike-3"],
  ] as const)
    await world.post(CREATE, { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 1, subaccount }, party.key);
  return {
    name: "subaccounts that begin alike",
    async ask() {
      const { text } = await world.get("/manage/v1/search?q=alike-", ours.admin);
      return text.includes("alike-3") && !text.includes("alike-2") ? undefined : text;
    },
  };
}

/** One person in two accounts: what they have looked at, and kept, in one is nothing of the other. */
async function twoAccounts(world: Api): Promise<Probe[]> {
  const cookie = await world.cookie("admin", ["globex", "acme"]);
  const { rows } = await world.app.database.pool.query<{ id: string; name: string }>("select id, name from account");
  const within = (account: string): Partial<ApiRequest> => ({
    key: null,
    headers: { cookie, origin: world.url, "x-account": rows.find(({ name }) => name === account)?.id ?? "" },
  });
  const view = { page: "payments", name: "Both", query: "", sharedTo: "admin" };
  const made = await world.post("/manage/v1/views", view, within("globex"));
  const { viewId } = made.as<{ viewId: string }>();
  await world.post("/manage/v1/cases/look", {}, within("globex"));
  return [
    {
      name: "a view kept in another account",
      async ask() {
        const change = { method: "PATCH", target: `/manage/v1/views/${viewId}`, body: { name: "Mine" } };
        const { status, text } = await world.send({ ...change, ...within("acme") });
        return status === 404 ? undefined : text;
      },
    },
    {
      name: "cases looked at in another account",
      async ask() {
        const { count, fresh } = (await world.get("/manage/v1/cases/summary", within("acme"))).as<{
          count: number;
          fresh: number;
        }>();
        return count > 0 && fresh === count ? undefined : `${fresh} of ${count} are new`;
      },
    },
  ];
}

/** What two accounts use alike: a key of idempotency, a limit, what is free. */
async function sharedOf(world: Api): Promise<Probe[]> {
  const headers = { "idempotency-key": "used by both" };
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 1, subaccount: "shop-1" };
  const theirs = await world.newKey({ account: "globex" });
  const theirBill = (await world.post(CREATE, input, { headers, key: theirs })).as<MadeBill>();
  const limited = await world.newKey({ account: "limited" });
  await world.settings({ openExposureLimit: "90" }, "limited");
  const payer = world.as(await world.newKey({ account: "payer" }));
  const retained = await payer.bill({ strategy: "RAI" });
  await payer.pay(retained, retained.quantity, "bitcoin");
  const { quantityUnconverted } = await payer.payment(retained.paymentId);
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
        const got = await world.post(CREATE, input, { headers });
        return got.status === 200 && got.as<MadeBill>().paymentId !== theirBill.paymentId ? undefined : got.text;
      },
    },
    {
      name: "a limit of one's own",
      async ask() {
        const got = await world.post(CREATE, input, { key: limited });
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
