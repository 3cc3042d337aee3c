import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { accountByName, houseOf } from "#lib/kernel/tenants.ts";
import { filledReferences, isFilled, OPEN_BILLS, PRESENT_BILLS } from "#lib/overview/filling.ts";
import { DEMO_ACCOUNT } from "#lib/people/demo-user.ts";
import { changeEndpoint, getEndpoints } from "#lib/webhooks/endpoints.ts";
import { type Cast, NotYet, openCast, type Scene } from "./cast.ts";
import { DAILY_REQUESTS } from "./payout-scenes.ts";
import { makeBill, payBill } from "./play-bills.ts";
import { LISTED_SENDERS, RECEIVER, SCENES } from "./scenes.ts";
import { presentBill } from "./story.ts";

/** Between two bills the program is left alone for so long, and for this many times of what the last one took. */
const PAUSE = { leastMs: 1_000, forWork: 5 };

/** So many pauses the last bill waits for the scenes that wait for the chain. */
const MOST_WAITS = 120;

type Filling = {
  /** Told when there is something to fill. */
  begun?: () => void;
  pause?: typeof PAUSE;
};

/**
 * Fills the demo's present through the verbs, beside the running program: bills of all customers, and between them what
 * people ask for, decide and note. One step after another with pauses; each step is made once, and the next start goes on
 * where one was cut off. Does nothing in a sandbox that no first start of this story has filled. Answers whether it did.
 */
export async function fillDemo(app: App, stop: AbortSignal, { begun, pause = PAUSE }: Filling = {}): Promise<boolean> {
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "demo" });
  const account = app.mode === "sandbox" ? await accountByName(operator, DEMO_ACCOUNT) : undefined;
  if (!account) return false;
  const ctx = contextFor(app, { actor: { kind: "operator" }, account, requestId: "demo" });
  const made = await filledReferences(ctx);
  if (made.size === 0 || isFilled(made)) return false;
  begun?.();
  const cast = await openCast(app, account);
  const receiver = await openReceiver();
  const done = new Set<Scene>();
  const playDue = async (nth: number): Promise<boolean> => {
    for (const scene of due(nth, done))
      if (await played(app, () => playScene(app, account, cast, scene, urlOf(receiver)))) done.add(scene);
    return due(nth, done).length === 0;
  };
  try {
    await sendTo(ctx, receiver);
    for (let nth = OPEN_BILLS; nth < PRESENT_BILLS; nth += 1) {
      if (made.has(presentBill(nth).reference)) continue;
      let waits = nth === PRESENT_BILLS - 1 ? MOST_WAITS : 0;
      while (!(await unhurried(() => playDue(nth), pause, stop)) && waits > 0) waits -= 1;
      await played(app, () => playBill(ctx, nth));
    }
    await switchOff(ctx);
  } finally {
    await cast.leave();
    receiver.close();
  }
  return true;
}

/**
 * Once the demo is filled: on a day on which nothing waits for a second person any more, its people ask again. Answers
 * whether they did.
 */
export async function askAgain(app: App): Promise<boolean> {
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "demo" });
  const account = app.mode === "sandbox" ? await accountByName(operator, DEMO_ACCOUNT) : undefined;
  if (!account) return false;
  const ctx = contextFor(app, { actor: { kind: "operator" }, account, requestId: "demo" });
  if (!isFilled(await filledReferences(ctx)) || (await isRequested(app, account))) return false;
  const day = (await ctx.now()).toISOString().slice(0, 10);
  const cast = await openCast(app, account);
  try {
    for (const { name, by, play } of DAILY_REQUESTS) {
      const scene = { name: `${name}:${day}`, by, play };
      await played(app, () => playScene(app, account, cast, scene));
    }
  } finally {
    await cast.leave();
  }
  return isRequested(app, account);
}

/** Whether anything of the account, or of the house, waits for a second person. */
async function isRequested(app: App, account: AccountRef): Promise<boolean> {
  for (const tenant of [account, await houseOf(app)]) {
    const ctx = contextFor(app, { actor: { kind: "operator" }, account: tenant, requestId: "demo" });
    if ((await listApprovals(ctx, { status: "PENDING", limit: 1 })).data.length > 0) return true;
  }
  return false;
}

/** Leaves the program alone after a step. */
async function unhurried<T>(step: () => Promise<T>, { leastMs, forWork }: typeof PAUSE, stop: AbortSignal): Promise<T> {
  stop.throwIfAborted();
  const startedAt = performance.now();
  const result = await step();
  const pauseMs = Math.max(leastMs, (performance.now() - startedAt) * forWork);
  await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  return result;
}

const due = (nth: number, done: ReadonlySet<Scene>): Scene[] =>
  SCENES.filter((scene) => !done.has(scene) && (scene.before === nth || (scene.patient && scene.before < nth)));

async function playBill(ctx: Ctx, nth: number): Promise<void> {
  const bill = presentBill(nth);
  const sourceAddress = LISTED_SENDERS.get(nth);
  const paid = sourceAddress === undefined ? bill.ending.paidThousandths : 1000n;
  await payBill(ctx, await makeBill(ctx, bill), paid, sourceAddress);
}

/** Whether a step was done. What cannot be as things are now is left out, or tried again by who waits for it. */
async function played(app: App, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (error instanceof NotYet) return false;
    if (isRefusal(error)) app.log.info("step of the demo refused", { reason: error.message });
    else app.log.warn("step of the demo failed", { error });
    return false;
  }
}

/** A scene is one verb, whose line in the audit record is of the same transaction: that it stands there says that it was played. */
async function playScene(
  app: App,
  account: AccountRef,
  cast: Cast,
  scene: Omit<Scene, "before">,
  receiverUrl = "",
): Promise<void> {
  const requestId = `demo:${scene.name}`;
  const looking = (tenant: AccountRef) => contextFor(app, { actor: { kind: "operator" }, account: tenant, requestId });
  for (const tenant of [account, await houseOf(app)]) {
    const { data } = await listAudit(looking(tenant), { requestId, limit: 2 });
    if (data.some(({ action }) => action !== "user.sign-in")) return;
  }
  await scene.play({ ctx: await cast.as(scene.by, requestId), cast, receiverUrl });
}

/** Takes what the demo's own endpoint is sent, for as long as it is being filled. */
async function openReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

/** After a cut the receiver listens elsewhere. */
async function sendTo(ctx: Ctx, receiver: Server): Promise<void> {
  const endpointId = await receiving(ctx);
  if (endpointId !== undefined) await changeEndpoint(ctx, { endpointId, url: urlOf(receiver) });
}

/** Nobody takes its events any more. */
async function switchOff(ctx: Ctx): Promise<void> {
  const endpointId = await receiving(ctx);
  if (endpointId !== undefined) await changeEndpoint(ctx, { endpointId, disabled: true });
}

async function receiving(ctx: Ctx): Promise<string | undefined> {
  const { data } = await getEndpoints(ctx);
  return data.find(({ description, status }) => description === RECEIVER && status === "ENABLED")?.endpointId;
}
