import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ReceiverProof } from "#lib/webhooks/proof-contract.ts";

let api: Api;
let server: Server;
/** How the receiver of the moment judges a message. */
let judge: (headers: IncomingHttpHeaders, body: string) => number;
let endpoint: { endpointId: string; secret: string };

beforeAll(async () => {
  api = await openApi();
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(judge(request.headers, Buffer.concat(chunks).toString("utf8"))).end();
  }).listen(0);
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
  endpoint = (await api.post("/manage/v1/webhook-endpoints", { url })).as();
});
afterAll(async () => {
  server?.close();
  await api?.close();
});

const prove = async () => {
  const got = await api.post("/sandbox/v1/proofs", { endpointId: endpoint.endpointId });
  return got.as<ReceiverProof>();
};
const failed = ({ grades }: ReceiverProof) => grades.filter(({ passed }) => !passed).map(({ check }) => check);

/** As a good receiver verifies: time within five minutes, one of the signatures holds. */
function verified(headers: IncomingHttpHeaders, body: string): number {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": given } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return 400;
  const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
  const wanted = `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
  return String(given).split(" ").includes(wanted) ? 204 : 401;
}

test("a good receiver passes every check", async () => {
  judge = verified;
  const proof = await prove();
  expect(failed(proof)).toEqual([]);
  expect(proof).toMatchObject({ passed: true, endpointId: endpoint.endpointId });
});

test("one that believes everybody, one that ignores the time, one that wants order are told so", async () => {
  judge = () => 200;
  expect(failed(await prove())).toEqual(["refuses-forged", "refuses-altered", "refuses-old"]);
  judge = (headers, body) => verified({ ...headers, "webhook-timestamp": headers["webhook-timestamp"] ?? "" }, body);
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
  expect(failed(await prove())).toEqual(["duplicate", "out-of-order", "gap"]);
});

test("one that takes nothing is asked once; strangers' and switched off endpoints are refused", async () => {
  judge = () => 500;
  expect(failed(await prove())).toEqual(["accepts"]);
  const key = await api.newKey({ account: "stranger" });
  const asked = { endpointId: endpoint.endpointId };
  expect((await api.post("/sandbox/v1/proofs", asked, { key })).problem.code).toBe("NOT_FOUND");
  const target = `/manage/v1/webhook-endpoints/${endpoint.endpointId}`;
  await api.send({ method: "PATCH", target, body: { disabled: true } });
  expect((await api.post("/sandbox/v1/proofs", asked)).problem.code).toBe("INVALID_STATE");
});
