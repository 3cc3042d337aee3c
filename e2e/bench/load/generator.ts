import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { signatureOf } from "#lib/keys/signature.ts";

/** What one round sends: always the same call, signed anew each time, over connections that stay open. */
export type Round = {
  port: number;
  method: "GET" | "POST";
  /** One after the other in turns. */
  targets: readonly string[];
  body: string;
  /** One for each account that calls, in turns. */
  keys: readonly { keyId: string; secret: string }[];
  /**
   * With an `Idempotency-Key` of its own, as our SDK sends one with every change; or with one of so many, again and again:
   * the first round makes what all later ones are answered from.
   */
  keyed: boolean | { among: number };
  connections: number;
  /** The round ends by whichever comes first. */
  durationMs: number;
  mostRequests: number;
};

export type Outcome = {
  answered: number;
  refused: number;
  /** Answered from what was kept under the idempotency key. */
  replayed: number;
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
process.once("disconnect", () => process.exit());

async function run(round: Round): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: round.connections });
  const startedAt = performance.now();
  const end = startedAt + round.durationMs;
  const times: number[] = [];
  const outcome = { answered: 0, refused: 0, replayed: 0, bytes: 0 };
  let sent = 0;
  const line = async (): Promise<void> => {
    while (performance.now() < end && sent < round.mostRequests) {
      sent += 1;
      const at = performance.now();
      const answer = await send(round, sent, agent);
      times.push(performance.now() - at);
      outcome.bytes += answer.bytes;
      outcome[answer.status === 200 ? "answered" : "refused"] += 1;
      if (answer.isReplayed) outcome.replayed += 1;
    }
  };
  await Promise.all(Array.from({ length: round.connections }, line));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { ...outcome, seconds, medianMs: at(0.5), slowMs: at(0.99) };
}

type Answer = { status: number; bytes: number; isReplayed: boolean };

function send({ port, method, targets, body, keys, keyed }: Round, nth: number, agent: Agent): Promise<Answer> {
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  // A key that is sent again is sent by the account that sent it first.
  const turn = typeof keyed === "object" ? nth % keyed.among : nth;
  const { keyId, secret } = keys[turn % keys.length] ?? { keyId: "", secret: "" };
  const target = targets[nth % targets.length] ?? "";
  const headers = {
    "x-api-key": keyId,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signatureOf(secret, { timestamp, nonce, method, target, body: Buffer.from(body) }),
    ...(keyed && { "idempotency-key": typeof keyed === "object" ? `again-${turn}` : nonce }),
    ...(body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  };
  return new Promise((done, fail) => {
    const sending = request({ host: "127.0.0.1", port, method, path: target, agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      const isReplayed = response.headers["idempotent-replayed"] === "true";
      response.once("end", () => done({ status: response.statusCode ?? 0, bytes, isReplayed }));
      response.once("error", fail);
    });
    sending.once("error", fail);
    sending.end(body);
  });
}
