import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { openReceiver, type Receiver } from "#e2e/world/receiver.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { type Answers, commandsOf, type Reply } from "./commands.ts";
import { differences, lookAt, type Look, passOrders, passTime } from "./digest.ts";
import { countIn, type Place, runWorker, startWeb, type Web } from "./processes.ts";
import { type Scene, setScene } from "./scene.ts";

export type PointOptions = { most: number; rounds: number; only: string | undefined; before: string | undefined };
export type Points = { all: number; distinct: number; played: number; died: number; faults: string[] };
type Death = { at: number; before: string | undefined };
type Point = Death & { where: "web" | "worker" };
/** `early`: events that were told while the scene was set. */
type Stage = {
  scene: Scene;
  before: FreshDatabase;
  after: FreshDatabase;
  truth: Look;
  receiver: Receiver;
  early: ReadonlySet<string>;
};

const MOST_TRIES = 20;
const RETRY_MS = 100;
/** Longer than an order's deadline and margin: its fate is known by then. */
const FINAL_OUTCOME_MS = 30_000;
const MOST_SETTLES = 6;

/**
 * Kills the web process or the worker right before its n-th statement, each on a copy of the same world with every kind of
 * action to do; then it is started again and everybody goes on. In the end all is as if nothing had crashed.
 */
export async function provePoints(chance: Chance, { most, rounds, only, before }: PointOptions): Promise<Points> {
  const receiver = await openReceiver();
  const folder = mkdtempSync(join(tmpdir(), "desk-crash-"));
  const scene = await setScene(receiver.url);
  const faults: string[] = [];
  let [played, died] = [0, 0];
  try {
    const { stage, counts } = await rehearse(scene, receiver, folder, before);
    const all = (["web", "worker"] as const)
      .filter((where) => only === undefined || where === only)
      .flatMap((where) => Array.from({ length: counts[where] }, (_, at): Point => ({ where, at: at + 1, before })));
    const points = pick(chance, all, most);
    for (let round = 0; round < rounds; round += 1) {
      for (const point of points) {
        if (isEnough(faults)) break;
        const result = await play(stage, point);
        played += 1;
        died += result.died ? 1 : 0;
        faults.push(
          ...result.faults.map(
            (fault) => `${point.where} killed before statement ${point.at}${before ? ` of "${before}"` : ""}: ${fault}`,
          ),
        );
      }
    }
    await stage.after.drop();
    return { all: all.length, distinct: points.length, played, died, faults };
  } finally {
    await receiver.close();
    await scene.database.drop();
    rmSync(scene.dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Spread over all there are, one at a moment of chance in each stretch. */
function pick(chance: Chance, all: readonly Point[], most: number): Point[] {
  const stretch = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => {
    const first = Math.floor(at * stretch);
    return all[chance.whole(first, Math.max(first, Math.floor((at + 1) * stretch) - 1))];
  }).filter((point) => point !== undefined);
}

/** Once without a crash: how many statements there are, and how everything stands in the end. */
async function rehearse(scene: Scene, receiver: Receiver, folder: string, before: string | undefined) {
  const [webCount, workerCount] = [join(folder, "web"), join(folder, "worker")];
  const after = await freshDatabase({ copyOf: scene.database.name });
  const web = await startWeb(placeOf(scene, after), { dieAt: 0, before, counted: webCount });
  web.arm();
  const answers: Answers = new Map();
  for (const command of commandsOf(scene, web.url)) keep(answers, command.name, await command.send(answers));
  await web.stop();
  const end = await freshDatabase({ copyOf: after.name });
  if (!(await runWorker(placeOf(scene, end), { dieAt: 0, before, counted: workerCount })))
    throw new Error("the worker did not come to rest");
  const truth = await lookAt(end.url);
  await end.drop();
  if (truth.broken.length > 0) throw new Error(`the books are broken without a crash: ${truth.broken[0]}`);
  const early = new Set(
    (await lookAt(scene.database.url)).deliveries.filter(({ status }) => status === "DELIVERED").map(({ id }) => id),
  );
  const stage: Stage = { scene, before: scene.database, after, truth, receiver, early };
  return { stage, counts: { web: countIn(webCount), worker: countIn(workerCount) } };
}

const placeOf = ({ dataDir }: Scene, { url }: FreshDatabase): Place => ({ databaseUrl: url, dataDir });

async function play(stage: Stage, { where, ...death }: Point): Promise<{ died: boolean; faults: string[] }> {
  const { receiver, truth } = stage;
  receiver.received.length = 0;
  const database = await freshDatabase({ copyOf: (where === "web" ? stage.before : stage.after).name });
  const place = placeOf(stage.scene, database);
  try {
    const { died, faults } = where === "web" ? await crashWeb(stage, place, death) : await crashWorker(place, death);
    const look = await lookAt(database.url);
    return {
      died,
      faults: [...faults, ...look.broken, ...differences(truth.lines, look.lines), ...deliveryFaults(stage, look)],
    };
  } finally {
    await database.drop();
  }
}

async function crashWorker(place: Place, { at, before }: Death): Promise<{ died: boolean; faults: string[] }> {
  const died = !(await runWorker(place, { dieAt: at, before }));
  await passTime(place.databaseUrl);
  let rested = await runWorker(place, { dieAt: 0 });
  for (let tries = 0; tries < MOST_SETTLES && rested && (await passOrders(place.databaseUrl)); tries += 1)
    rested = await runWorker(place, { dieAt: 0 });
  return { died, faults: rested ? [] : ["started again, the worker did not come to rest"] };
}

/** The client goes on with each action under its key until it is answered; in the end every key answers once more as it did. */
async function crashWeb(
  { scene }: Stage,
  place: Place,
  { at, before }: Death,
): Promise<{ died: boolean; faults: string[] }> {
  let web = await startWeb(place, { dieAt: at, before });
  let died = false;
  const again = async () => {
    died = true;
    await passTime(place.databaseUrl);
    web = await startWeb(place, { dieAt: 0 });
  };
  try {
    web.arm();
    const answers: Answers = new Map();
    const texts = new Map<string, string>();
    for (const { name } of commandsOf(scene, web.url)) {
      const send = () =>
        commandsOf(scene, web.url)
          .find((each) => each.name === name)
          ?.send(answers);
      const reply = await insist(send, () => web, again);
      texts.set(name, reply.text);
      keep(answers, name, reply);
    }
    if (!web.alive()) await again();
    const faults = await brokenPromises(scene, web, answers, texts);
    await finishInvoice(scene, web, answers);
    return { died, faults };
  } catch (error) {
    if (!(error instanceof Unkept)) throw error;
    return { died, faults: [error.message] };
  } finally {
    await web.stop();
  }
}

/** An action that does not come to its answer: nothing after it can be judged. */
class Unkept extends Error {}

async function insist(
  send: () => Promise<Reply> | undefined,
  web: () => Web,
  again: () => Promise<void>,
): Promise<NonNullable<Reply>> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await send();
    if (reply && reply.status < 500 && reply.body["code"] !== "REQUEST_IN_FLIGHT") return reply;
    if (!web().alive()) await again();
    else await sleep(RETRY_MS);
  }
  throw new Unkept("an action found no end");
}

function keep(answers: Answers, name: string, reply: Reply): void {
  if (!reply || reply.status > 202) throw new Unkept(`${name} was answered ${reply?.status}: ${reply?.text}`);
  answers.set(name, reply);
}

/** What was acknowledged is answered again under its key, and nothing is done twice: the figures in the end tell. */
async function brokenPromises(scene: Scene, web: Web, answers: Answers, texts: Map<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, send } of commandsOf(scene, web.url)) {
    const reply = await send(answers);
    const changes = name === "execute";
    if (!reply || reply.status > 202) faults.push(`${name} was promised and is now ${reply?.status} ${reply?.text}`);
    else if (!changes && reply.text !== texts.get(name)) faults.push(`${name} was answered otherwise: ${reply.text}`);
  }
  return faults;
}

/** An order that was placed and never left is refused in time; the client then asks for a quote and executes once more. */
async function finishInvoice(scene: Scene, web: Web, answers: Answers): Promise<void> {
  const psp = pspClient(web.url, scene.key);
  const invoiceId = answers.get("invoice")?.body["invoiceId"];
  const target = `/payment/v1/conversion?invoiceId=${String(invoiceId)}`;
  const post = (path: string, body: object) => psp({ method: "POST", target: path, body });
  for (let tries = 0; tries < MOST_SETTLES; tries += 1) {
    await post("/sandbox/v1/settle", {});
    const [record] = ((await psp({ method: "GET", target }))?.body ?? []) as { status?: string }[];
    if (record?.status === "EXECUTED") return;
    if (record?.status === "EXECUTING") await post("/sandbox/v1/clock", { advanceMs: FINAL_OUTCOME_MS });
    else {
      await post("/payment/v1/conversion/quote", { invoiceId });
      await post("/payment/v1/conversion/execute", { invoiceId });
    }
  }
}

/** Every event was taken by the receiver, and never more often than tries are on record. */
function deliveryFaults({ receiver, truth, early }: Stage, { deliveries }: Look): string[] {
  const undelivered = deliveries.filter(({ status }) => status !== "DELIVERED").length;
  const receipts = (id: string) => receiver.received.filter((each) => each.id === id).length;
  const missed = deliveries.filter(({ id }) => receipts(id) === 0 && !early.has(id)).length;
  const unrecorded = deliveries.filter(({ id, tries }) => receipts(id) > tries).length;
  return [
    ...(deliveries.length >= truth.deliveries.length
      ? []
      : [`${deliveries.length} of ${truth.deliveries.length} events have a delivery`]),
    ...(undelivered === 0 ? [] : [`${undelivered} events are not delivered`]),
    ...(missed === 0 ? [] : [`${missed} events never came`]),
    ...(unrecorded === 0 ? [] : [`${unrecorded} events came more often than tries are on record`]),
  ];
}
