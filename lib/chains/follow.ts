import { slot } from "#lib/kernel/slots.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { App } from "#lib/kernel/app.ts";
import { hasPassed } from "#lib/kernel/has-passed.ts";
import { type Chain, ChainFault } from "./chain.ts";
import { agreeOnMore, fillGaps } from "./fill-gaps.ts";
import { type Ear, openEar } from "./listen.ts";
import { scanChain, type Watcher } from "./scan.ts";
import { writeState } from "./state-store.ts";
import { readCursor } from "./store.ts";

/** How long other work waits for a poll at a chain with a pace of its own; a node that takes longer is awaited beside it. */
const LONGEST_WAIT_MS = 1_000;
/** Pause after a fault, doubled with each that follows up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** What this process knows of one chain between two looks. */
type Poll = {
  running: Promise<boolean> | undefined;
  /** Since when it rests, and for how long. */
  restsSince: number;
  restsFor: number;
  /** Faults in a row that have brought us no block further, and where the last of them has left us. */
  faults: number;
  height?: number | undefined;
  /** State and sentence as last written down by this process. */
  noted: string | undefined;
  ear: Ear | undefined;
  /** A hint has come since this poll began. */
  woken: boolean;
};

/**
 * Looks at every chain at once, or at those given, each at its own pace. A node that lies, lags, hangs or is of another network stops
 * nothing but its own chain: that is written down as one state with a sentence, and tried again ever more rarely.
 * Answers how many chains moved. A fault that is not a node's is thrown, so that it is reported like that of any other
 * task.
 */
export async function followChains(
  ctx: Ctx,
  watcher: Watcher,
  chains: readonly Chain[] = Object.values(ctx.app.chains),
): Promise<number> {
  const looks = chains.map((chain) => {
    const poll = lookAt(ctx, chain, watcher);
    return chain.everyMs === undefined ? poll : Promise.race([poll, sleep(LONGEST_WAIT_MS, false)]);
  });
  const done = await Promise.allSettled(looks);
  for (const poll of done) if (poll.status === "rejected") throw poll.reason;
  return done.filter((poll) => poll.status === "fulfilled" && poll.value).length;
}

const CHAINS_STOP = slot<AbortController>("chains stop");

/** Ends the work beside the rounds: requests that wait for a node to report a block are aborted. */
export function stopFollowing(app: App): void {
  stopperOf(app).abort();
}

/** Aborted when this process stops following chains. */
export const stopperOf = ({ slots }: App): AbortController => slots.of(CHAINS_STOP, () => new AbortController());

/** Chains being looked at right now, by this process. */
export async function countPolls(ctx: Ctx): Promise<number> {
  return [...pollsOf(ctx).values()].filter((poll) => poll.running !== undefined).length;
}

/** Whether a node that is looked at in a pace of its own waits for that. */
export function isLookDue(ctx: Ctx): boolean {
  const looks = pollsOf(ctx);
  return Object.values(ctx.app.chains).some(({ network, everyMs }) => {
    const look = looks.get(network);
    return (
      everyMs !== undefined && look?.running === undefined && hasPassed(look?.restsFor ?? 0, look?.restsSince ?? 0)
    );
  });
}

/** The looks of this process at its chains. */
export const CHAIN_POLLS = slot<Map<Network, Poll>>("chain polls");

const pollsOf = ({ app }: Ctx): Map<Network, Poll> => app.slots.of(CHAIN_POLLS, () => new Map<Network, Poll>());

async function lookAt(ctx: Ctx, chain: Chain, watcher: Watcher): Promise<boolean> {
  const poll = pollOf(ctx, chain);
  poll.ear?.attend();
  if (poll.running !== undefined) return poll.running;
  if (!hasPassed(poll.restsFor, poll.restsSince)) return false;
  poll.running = onePoll(ctx, chain, watcher, poll).finally(() => {
    poll.running = undefined;
  });
  // A caller that still waits for this poll reports its fault; there may be no such caller by then.
  poll.running.catch((fault: unknown) => ctx.app.log.debug("poll failed", { network: chain.network, error: fault }));
  return poll.running;
}

function pollOf(ctx: Ctx, chain: Chain): Poll {
  const looks = pollsOf(ctx);
  const known = looks.get(chain.network);
  if (known) return known;
  const poll: Poll = {
    running: undefined,
    restsSince: 0,
    restsFor: 0,
    faults: 0,
    noted: undefined,
    ear: undefined,
    woken: false,
  };
  // A hint shortens the pause of a quiet chain, never the one after a fault.
  const wake = () => {
    poll.woken = true;
    if (poll.faults === 0) poll.restsFor = 0;
  };
  if (chain.nextBlock) poll.ear = openEar(chain, stopperOf(ctx.app).signal, wake);
  looks.set(chain.network, poll);
  return poll;
}

async function onePoll(ctx: Ctx, chain: Chain, watcher: Watcher, poll: Poll): Promise<boolean> {
  poll.woken = false;
  try {
    const { moved, hasGaps } = await scanChain(ctx, chain, watcher);
    const filled = !moved && (await (hasGaps ? fillGaps : agreeOnMore)(ctx, chain, watcher));
    poll.faults = 0;
    const pace = poll.ear?.hears() ? (chain.heardEveryMs ?? chain.everyMs) : chain.everyMs;
    rest(poll, moved || filled || poll.woken ? 0 : (pace ?? 0));
    await noteState(ctx, chain, poll, { state: "OK", sentence: "" });
    return moved || filled;
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    const height = (await readCursor(ctx.db, chain.network))?.height;
    if (height !== poll.height) poll.faults = 0;
    poll.height = height;
    rest(poll, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** poll.faults));
    poll.faults += 1;
    await noteState(ctx, chain, poll, { state: fault.state, sentence: fault.message, failure: fault.failure });
    return false;
  }
}

function rest(poll: Poll, ms: number): void {
  poll.restsSince = Date.now();
  poll.restsFor = ms;
}

/** Once for each change: a state that stands is not news. */
async function noteState(ctx: Ctx, chain: Chain, poll: Poll, noted: Parameters<typeof writeState>[2]): Promise<void> {
  const { state, sentence } = noted;
  const text = `${state} ${sentence}`;
  if (poll.noted === text) return;
  if (state !== "OK") ctx.app.log.error("chain alarm", { network: chain.network, state, sentence });
  else if (poll.noted !== undefined) ctx.app.log.info("chain well again", { network: chain.network });
  await writeState(ctx.db, chain.network, noted);
  poll.noted = text;
}
