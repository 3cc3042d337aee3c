import { readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { isSigned } from "#e2e/world/receiver.ts";
import { SCENARIOS, type ScenarioName } from "#lib/scenarios/scenario-names.ts";
import type { ReceiverProof } from "#lib/scenarios/proof-contract.ts";

const MESSAGES: readonly ScenarioName[] = [];
const PROOFS = "/sandbox/v1/proofs";
/** Messages of the type webhook.test that a whole proof begins with. */
const TRIALS = 10;

type Judge = (headers: IncomingHttpHeaders, body: string) => number | Promise<number>;

let api: Api;
let server: Server;
/** How the receiver of the moment judges a message; 0: it never answers. */
let judge: Judge;
let endpoint: { endpointId: string; secret: string };

beforeAll(async () => {
  api = await openApi();
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = await judge(request.headers, Buffer.concat(chunks).toString("utf8"));
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end();
  }).listen(0);
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
  endpoint = (await api.post("/manage/v1/webhook-endpoints", { url })).as();
});
afterAll(async () => {
  server?.close();
  await api?.close();
});

const prove = async (scenarios?: readonly ScenarioName[]) => {
  const got = await api.post(PROOFS, { endpointId: endpoint.endpointId, ...(scenarios && { scenarios }) });
  return got.as<ReceiverProof>();
};
const failed = ({ grades }: ReceiverProof) => grades.filter(({ answered }) => !answered).map(({ check }) => check);
const isTest = (body: string) => body.startsWith('{"type":"webhook.test"');

/** As a good receiver verifies: time within five minutes, one of the signatures holds. */
const verified = (headers: IncomingHttpHeaders, text: string): number =>
  isSigned(endpoint.secret, { headers, text }) ? 204 : 401;

/** A receiver that is good at the single messages and something else at the events of scenarios. */
const atEvents =
  (judged: Judge): Judge =>
  (headers, body) =>
    isTest(body) ? verified(headers, body) : judged(headers, body);

/** What the receiver got wrong when one scenario was played against it. */
async function missedAt(judged: Judge, name: ScenarioName = "exact"): Promise<string | undefined> {
  judge = atEvents(judged);
  const { answered, scenarios } = await prove([name]);
  expect([answered, scenarios[0]?.answered]).toEqual([false, false]);
  return scenarios[0]?.check;
}

/** The machine was too busy for this receiver to be quick, which is judged by itself below. */
const wasTooSlow = ({ scenarios }: ReceiverProof) =>
  scenarios.some(({ check, detail }) => check === "fast" || detail?.includes("took too long"));

test("a good receiver answers every check", async () => {
  judge = verified;
  const proof = await prove(MESSAGES);
  expect(failed(proof)).toEqual([]);
  expect(proof).toMatchObject({ answered: true, endpointId: endpoint.endpointId, scenarios: [] });
});

test("a receiver that books three times what was paid has answered, and is nowhere said to have passed", async () => {
  let booked = 0;
  judge = (headers, body) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { fiatReceived?: number } };
    if (verified(headers, body) !== 204) return 401;
    if (type === "payment.completed") booked = (data.fiatReceived ?? 0) * 3;
    return 204;
  };
  const proof = await prove(["exact"]);
  expect(booked).toBe(300);
  expect(proof).toMatchObject({ answered: true, passed: true, scenarios: [{ name: "exact", answered: true }] });
  const words = [...proof.grades, ...proof.scenarios].map(({ detail }) => detail).join(" ");
  expect(words).not.toMatch(/pass|right|correct/i);
  const document = readFileSync(join(import.meta.dirname, "../../public/openapi.json"), "utf8");
  expect(document.split("Deprecated: the old name of `answered`")).toHaveLength(4);
  expect(document).toContain("what the receiver books is not read");
});

test("one that believes everybody, one that ignores the time, one that wants order are told so", async () => {
  judge = () => 200;
  expect(failed(await prove(MESSAGES))).toEqual(["refuses-forged", "refuses-altered", "refuses-old"]);
  const seen = new Set<string>();
  let highest = 0;
  judge = (headers, body) => {
    const status = verified(headers, body);
    const { sequence } = (JSON.parse(body) as { data: { sequence: number } }).data;
    const id = String(headers["webhook-id"]);
    if (status >= 300) return status;
    if (seen.has(id) || sequence < highest || sequence > highest + 2) return 409;
    seen.add(id);
    highest = sequence;
    return status;
  };
  expect(failed(await prove(MESSAGES))).toEqual(["duplicate", "out-of-order", "gap"]);
});

test("one call plays all thirteen scenarios against a good receiver, and the ordinary deliveries follow", async () => {
  const heard: { id: string; status: number }[] = [];
  judge = (headers, body) => {
    const status = verified(headers, body);
    heard.push({ id: String(headers["webhook-id"]), status });
    return status;
  };
  let proof = await prove();
  for (; wasTooSlow(proof); proof = await prove()) heard.length = 0;
  expect(proof.scenarios.filter(({ answered }) => !answered)).toEqual([]);
  expect(proof.answered).toBe(true);
  expect(proof.scenarios.map(({ name }) => name)).toEqual([...SCENARIOS]);
  for (const { name, events, messages } of proof.scenarios) {
    expect(events, name).toBeGreaterThanOrEqual(name === "stale-price" ? 0 : 2);
    expect(messages, name).toBe(events === 0 ? 0 : 2 * events + 1);
  }
  const events = proof.scenarios.reduce((sum, each) => sum + each.events, 0);
  expect(heard).toHaveLength(TRIALS + proof.scenarios.reduce((sum, { messages }) => sum + messages, 0));
  const sent = new Set(heard.slice(TRIALS).map(({ id }) => id));
  expect(sent.size).toBe(events);
  heard.length = 0;
  await api.settle();
  const delivered = new Set(heard.map(({ id }) => id));
  expect([...sent].filter((id) => !delivered.has(id))).toEqual([]);
  expect(heard.every(({ status }) => status === 204)).toBe(true);
  expect(await api.broken()).toEqual([]);
});

test("what a receiver gets wrong while scenarios are told is named", async () => {
  expect(await missedAt(() => 200)).toBe("signature");
  const seen = new Set<string>();
  const onlyOnce: Judge = (headers, body) => {
    const id = String(headers["webhook-id"]);
    if (verified(headers, body) !== 204) return 401;
    if (seen.has(id)) return 409;
    seen.add(id);
    return 204;
  };
  expect(await missedAt(onlyOnce)).toBe("duplicate");
  const sequenceOf = (body: string) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence;
  let next = 1;
  const inTurn: Judge = (headers, body) => {
    if (verified(headers, body) !== 204) return 401;
    if (sequenceOf(body) > next) return 409;
    next += 1;
    return 204;
  };
  expect(await missedAt(inTurn)).toBe("gap");
  let highest = 0;
  const onlyNews: Judge = (headers, body) => {
    if (verified(headers, body) !== 204) return 401;
    if (sequenceOf(body) < highest) return 409;
    highest = sequenceOf(body);
    return 204;
  };
  expect(await missedAt(onlyNews)).toBe("order");
});

test("a slow receiver has not answered, one that falls silent is told the rest was not played", async () => {
  let slow = 1;
  expect(
    await missedAt(async (headers, body) => {
      if (slow-- === 1) await new Promise((wake) => setTimeout(wake, 2_100));
      return verified(headers, body);
    }),
  ).toBe("fast");
  judge = atEvents((headers, body) => (verified(headers, body) === 204 ? 0 : 401));
  const { scenarios } = await prove(["expired", "exact"]);
  expect(scenarios).toMatchObject([
    { name: "expired", answered: false, check: "gap" },
    { name: "exact", answered: false, messages: 0, detail: "Not played: the receiver has stopped answering." },
  ]);
});

test("an endpoint hears of its own types only; two proofs of one endpoint do not run at once", async () => {
  judge = verified;
  const target = `/manage/v1/webhook-endpoints/${endpoint.endpointId}`;
  await api.send({ method: "PATCH", target, body: { eventTypes: ["payment.expired"] } });
  const input = { endpointId: endpoint.endpointId, scenarios: ["exact", "expired"] };
  const both = await Promise.all([api.post(PROOFS, input), api.post(PROOFS, input)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { scenarios, answered } = both.find(({ status }) => status === 200)?.as<ReceiverProof>() ?? { scenarios: [] };
  expect(answered).toBe(true);
  expect(scenarios.map(({ events, messages }) => [events, messages])).toEqual([
    [0, 0],
    [1, 3],
  ]);
});

test("one that takes nothing is asked once; strangers' and switched off endpoints are refused", async () => {
  judge = () => 500;
  const proof = await prove();
  expect([failed(proof), proof.scenarios]).toEqual([["accepts"], []]);
  const key = await api.newKey({ account: "stranger" });
  const input = { endpointId: endpoint.endpointId };
  expect((await api.post(PROOFS, input, { key })).problem.code).toBe("NOT_FOUND");
  const target = `/manage/v1/webhook-endpoints/${endpoint.endpointId}`;
  await api.send({ method: "PATCH", target, body: { disabled: true } });
  expect((await api.post(PROOFS, input)).problem.code).toBe("INVALID_STATE");
});
