import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startProgram } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";

// Webhooks per second of the whole program to one receiver on this machine: bills are made first, then all their events
// are asked to be sent again, so that every delivery is due at one moment. Signing, storing each try and all are in it.

const { values } = parseArgs({ options: { events: { type: "string", default: "4000" } } });
const EVENTS = Number(values.events);
const TARGET = 1_000;
const AT_ONCE = 32;
const PATIENCE_MS = 60_000;
type Heard = { count: number; seconds: number };

const sink = fork(join(import.meta.dirname, "load/sink.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const [{ port }] = (await once(sink, "message")) as [{ port: number }];
const program = await startProgram({ embedded: true });
try {
  const call = pspClient(program.url, program.demo);
  const asked = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "bench" };
  let made = 0;
  const line = async () => {
    while (made++ < EVENTS) await call({ method: "POST", target: "/payment/v1/requestPaymentAddress", body: asked });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  const url = `http://127.0.0.1:${port}/`;
  const endpoint = await call({ method: "POST", target: "/manage/v1/webhook-endpoints", body: { url } });
  const target = `/manage/v1/webhook-endpoints/${endpoint?.body["endpointId"]}/resend`;
  const since = Date.now() - 90 * 86_400_000;
  const resent = await call({ method: "POST", target, body: { since } });
  const expected = Number(resent?.body["count"]);
  const heard = await until(sink, expected);
  const rate = heard.count / heard.seconds;
  process.stdout.write(
    `${heard.count} of ${expected} webhooks in ${heard.seconds.toFixed(2)} s: ${rate.toFixed(0)}/s, ${rate >= TARGET ? "target" : "BELOW the target"} ${TARGET}\n`,
  );
  process.exitCode = heard.count < expected ? 1 : 0;
} finally {
  await program.stop();
  sink.kill("SIGTERM");
}

async function until(receiver: ChildProcess, expected: number): Promise<Heard> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = once(receiver, "message") as Promise<[Heard]>;
    receiver.send("count");
    const [heard] = await answer;
    if (heard.count >= expected || performance.now() > end) return heard;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}
