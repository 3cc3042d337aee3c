import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { signatureOf } from "#lib/keys/signature.ts";

/** What one round sends: always the same call, signed anew each time, over connections that stay open. */
export type Round = {
  port: number;
  method: "GET" | "POST";
  target: string;
  body: string;
  key: { keyId: string; secret: string };
  /** With an `Idempotency-Key` of its own, as our SDK sends one with every change. */
  keyed: boolean;
  connections: number;
  /** The round ends by whichever comes first. */
  durationMs: number;
  mostRequests: number;
};

export type Outcome = {
  answered: number;
  refused: number;
  bytes: number;
  seconds: number;
  medianMs: number;
  slowMs: number;
};

process.on("message", (round: Round) => {
  run(round).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
});

async function run(round: Round): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: round.connections });
  const startedAt = performance.now();
  const end = startedAt + round.durationMs;
  const times: number[] = [];
  let refused = 0;
  let bytes = 0;
  let sent = 0;
  const line = async (): Promise<void> => {
    while (performance.now() < end && sent < round.mostRequests) {
      sent += 1;
      const at = performance.now();
      const answer = await send(round, agent);
      times.push(performance.now() - at);
      bytes += answer.bytes;
      if (answer.status !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: round.connections }, line));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { answered: times.length - refused, refused, bytes, seconds, medianMs: at(0.5), slowMs: at(0.99) };
}

function send(
  { port, method, target, body, key, keyed }: Round,
  agent: Agent,
): Promise<{ status: number; bytes: number }> {
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  const headers = {
    "x-api-key": key.keyId,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signatureOf(key.secret, { timestamp, nonce, method, target, body: Buffer.from(body) }),
    ...(keyed && { "idempotency-key": nonce }),
    ...(body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  };
  return new Promise((done, fail) => {
    const sending = request({ host: "127.0.0.1", port, method, path: target, agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once("end", () => done({ status: response.statusCode ?? 0, bytes }));
      response.once("error", fail);
    });
    sending.once("error", fail);
    sending.end(body);
  });
}
