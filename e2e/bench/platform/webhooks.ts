import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Program } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { databaseBeside } from "../load/inside.ts";
import { median } from "../load/contest.ts";

const TARGET = 1_000;
const AT_ONCE = 32;
const LONGEST_WAIT_MS = 60_000;
const LOAD = join(import.meta.dirname, "../load");

type Heard = { count: number; seconds: number };

/**
 * Webhooks per second of the whole program to one receiver on this machine, in turns with a floor that sends as much:
 * the account's events are asked to be sent again, so that every delivery is due at one moment. Answers false when one
 * was lost, or when they were fewer a second than the target.
 */
export async function contendWebhooks(
  program: Program,
  options: { events: number; rounds: number; target?: number },
): Promise<boolean> {
  const { target = TARGET } = options;
  const sink = fork(join(LOAD, "sink.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [{ port }] = (await once(sink, "message")) as [{ port: number }];
  const resend = await openEndpoint(program, options.events, `http://127.0.0.1:${port}/`);
  const floor = await openFloor(program, port, options.events);
  try {
    const played: { program: number; floor: number }[] = [];
    let lost = 0;
    for (let round = 0; round <= options.rounds; round += 1) {
      const ours = await heardBy(sink, resend);
      const theirs = await heardBy(sink, async () => {
        const done = once(floor, "message");
        floor.send("run");
        await done;
        return options.events;
      });
      lost += ours.lost;
      if (round > 0) played.push({ program: ours.rate, floor: theirs.rate });
    }
    return report(played, options.events, lost, target);
  } finally {
    floor.kill("SIGTERM");
    sink.kill("SIGTERM");
  }
}

/** Makes bills while an endpoint is disabled, since nothing older than it is ever sent; answers what has all their events sent to it and tells how many. */
async function openEndpoint(program: Program, events: number, url: string): Promise<() => Promise<number>> {
  const call = pspClient(program.url, program.demo);
  const endpoint = await call({ method: "POST", target: "/manage/v1/webhook-endpoints", body: { url } });
  const switched = (disabled: boolean) =>
    call({
      method: "PATCH",
      target: `/manage/v1/webhook-endpoints/${endpoint?.body["endpointId"]}`,
      body: { disabled },
    });
  await switched(true);
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "bench" };
  let made = 0;
  const line = async () => {
    while (made++ < events) await call({ method: "POST", target: "/payment/v1/requestPaymentAddress", body: input });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  await switched(false);
  const target = `/manage/v1/webhook-endpoints/${endpoint?.body["endpointId"]}/resend`;
  const since = Date.now() - 90 * 86_400_000;
  return async () => {
    const resent = await call({ method: "POST", target, body: { since, which: "all" } });
    return Number(resent?.body["count"]);
  };
}

/** As long as the event of a new bill. */
const EVENT_BYTES = 900;

async function openFloor(program: Program, port: number, events: number): Promise<ChildProcess> {
  const url = await databaseBeside(program, async (ctx) => void (await openAccount(ctx, "bench")));
  const floor = fork(join(LOAD, "floor-webhooks.ts"), {
    env: { ...process.env, FLOOR_URL: url, FLOOR_WEBHOOKS: JSON.stringify({ port, events, bytes: EVENT_BYTES }) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(floor, "message");
  return floor;
}

async function heardBy(sink: ChildProcess, begin: () => Promise<number>): Promise<{ rate: number; lost: number }> {
  await countFrom(sink, "anew");
  const expected = await begin();
  const end = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const heard = await countFrom(sink, "count");
    if (heard.count >= expected || performance.now() > end)
      return { rate: heard.count / heard.seconds, lost: Math.max(0, expected - heard.count) };
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

async function countFrom(sink: ChildProcess, what: "anew" | "count"): Promise<Heard> {
  const answer = once(sink, "message") as Promise<[Heard]>;
  sink.send(what);
  const [heard] = await answer;
  return heard;
}

function report(
  played: readonly { program: number; floor: number }[],
  events: number,
  lost: number,
  target: number,
): boolean {
  const rate = median(played.map(({ program }) => program));
  const floor = median(played.map((each) => each.floor));
  const rounds = played.map((each) => `${each.program.toFixed(0)} (floor ${each.floor.toFixed(0)})`).join(", ");
  process.stdout.write(
    [
      `Webhooks a second, ${events} in each round: ${rounds}`,
      `${rate.toFixed(0)}/s, ${rate >= target ? "target" : "BELOW the target"} ${target}; ${(rate / floor).toFixed(2)} of the floor's ${floor.toFixed(0)}/s; ${lost} lost`,
      "",
    ].join("\n"),
  );
  return rate >= target && lost === 0;
}
