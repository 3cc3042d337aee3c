import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { signatureOf } from "#lib/keys/signature.ts";
import { percentile } from "../desk/percentile.ts";

// Sends so many requests a second whether they are answered or not, as callers do who are many.

type Flood = {
  port: number;
  target: string;
  body: string;
  keys: readonly { keyId: string; secret: string }[];
  perSecond: number;
  durationMs: number;
};

/** How many answers of each status; what found no connection free is what even callers' own machines held back. */
export type Flooded = {
  statuses: Record<string, number>;
  sent: number;
  unsent: number;
  seconds: number;
  medianMs: number;
  slowMs: number;
};

const TICK_MS = 10;
/** Below what one address may have open. */
const CONNECTIONS = 400;

process.on("message", (flood: Flood) => void run(flood).then((flooded) => process.send?.(flooded)));
process.once("disconnect", () => process.exit());
process.send?.("ready");

async function run({ port, target, body, keys, perSecond, durationMs }: Flood): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const under = new Set<Promise<void>>();
  let [sent, unsent] = [0, 0];
  const startedAt = performance.now();
  const send = (key: { keyId: string; secret: string }): Promise<void> => {
    const [timestamp, nonce, at] = [String(Date.now()), randomUUID(), performance.now()];
    const headers = {
      "x-api-key": key.keyId,
      "x-timestamp": timestamp,
      "x-nonce": nonce,
      "x-signature": signatureOf(key.secret, { timestamp, nonce, method: "POST", target, body: Buffer.from(body) }),
      "idempotency-key": nonce,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    };
    return new Promise((done) => {
      const ended = (what: string) => {
        statuses[what] = (statuses[what] ?? 0) + 1;
        times.push(performance.now() - at);
        done();
      };
      const sending = request({ host: "127.0.0.1", port, method: "POST", path: target, agent, headers }, (response) => {
        response.resume().once("end", () => ended(String(response.statusCode)));
      });
      sending.once("error", () => ended("broken off"));
      sending.end(body);
    });
  };
  for (
    let due = 0;
    performance.now() - startedAt < durationMs;
    await new Promise((wake) => setTimeout(wake, TICK_MS))
  ) {
    const wanted = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; due < wanted; due += 1) {
      if (under.size >= CONNECTIONS) {
        unsent += 1;
        continue;
      }
      const sending = send(keys[due % keys.length] ?? { keyId: "", secret: "" });
      sent += 1;
      under.add(sending);
      void sending.then(() => under.delete(sending));
    }
  }
  await Promise.all(under);
  agent.destroy();
  const seconds = (performance.now() - startedAt) / 1000;
  return { statuses, sent, unsent, seconds, medianMs: percentile(times, 0.5), slowMs: percentile(times, 0.99) };
}
