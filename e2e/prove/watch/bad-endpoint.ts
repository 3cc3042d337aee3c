import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Chance } from "#e2e/world/seeded.ts";

export const FAULTS = ["silence", "error", "crash", "stale head", "empty logs", "429", "nonsense"] as const;
type Fault = (typeof FAULTS)[number];

/** An endpoint before a real node that misbehaves at random, `often` of a hundred times. */
export type BadEndpoint = {
  url: string;
  often: number;
  /** While it is set, every answer to the question for logs leaves them out. */
  leavesOutLogs: boolean;
  played: Map<Fault, number>;
  /** Resolves with the next question. */
  nextRequest(): Promise<void>;
  stop(): void;
};

const STALE_BLOCKS = 5;

type Call = { id: number; method: string; params: unknown[] };

export async function startBadEndpoint(target: string, chance: Chance): Promise<BadEndpoint> {
  const played = new Map<Fault, number>();
  const ask = async (call: Call): Promise<Record<string, unknown>> => {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const faultFor = (call: Call): Fault | undefined => {
    if (endpoint.leavesOutLogs && call.method === "eth_getLogs") return "empty logs";
    return chance.whole(1, 100) <= endpoint.often ? pickFault(chance, call) : undefined;
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const call = JSON.parse(text) as Call;
    server.emit("asked");
    const fault = faultFor(call);
    if (fault) played.set(fault, (played.get(fault) ?? 0) + 1);
    if (fault && misbehave(response, call, fault)) return;
    const answer = fault === "stale head" ? await staleHead(ask, call) : await ask(call);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  const port = await new Promise<number>((done) => {
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
  const endpoint: BadEndpoint = {
    url: `http://127.0.0.1:${port}`,
    often: 0,
    leavesOutLogs: false,
    played,
    nextRequest: async () => void (await once(server, "asked")),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return endpoint;
}

/** Of bad answers to the question for logs, half leave them out: that is the one that would lose money in silence. */
function pickFault(chance: Chance, { method }: Call): Fault {
  return method === "eth_getLogs" && chance.whole(0, 1) === 0 ? "empty logs" : chance.pick(FAULTS);
}

/** Answers wrongly, or not at all; false when the call is to be answered after all. */
function misbehave(response: ServerResponse, { id, method }: Call, fault: Fault): boolean {
  const json = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  switch (fault) {
    case "silence":
      return true;
    case "error":
      json({ jsonrpc: "2.0", id, error: { code: -32_000, message: "header not found" } });
      return true;
    case "crash":
      response.destroy();
      return true;
    case "429":
      response.writeHead(429, { "content-type": "text/html" }).end("<h1>Too Many Requests</h1>");
      return true;
    case "nonsense":
      json({ jsonrpc: "2.0", id, result: { number: "0x" } });
      return true;
    case "empty logs":
      if (method !== "eth_getLogs") return false;
      json({ jsonrpc: "2.0", id, result: [] });
      return true;
    case "stale head":
      return false;
  }
}

async function staleHead(ask: (call: Call) => Promise<Record<string, unknown>>, call: Call) {
  if (call.method !== "eth_getBlockByNumber" || call.params[0] !== "latest") return ask(call);
  const tip = (await ask({ id: 0, method: "eth_blockNumber", params: [] })) as { result: string };
  const stale = Math.max(0, Number(tip.result) - STALE_BLOCKS);
  return { ...(await ask({ ...call, params: [`0x${stale.toString(16)}`, false] })), id: call.id };
}
