import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { exampleWorld } from "#e2e/api/openapi-examples.world.ts";
import { CREATE, openApi } from "#e2e/world/api.ts";
import { type ApiRequest, type Got, openClient } from "#e2e/world/client.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { openApiDocument } from "#lib/reference/document.ts";
import { whoseIs } from "#lib/contract/permissions.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { type ExampleCall, exampleCalls, targetOf } from "#lib/reference/snippets.ts";

// Proof: however often a request comes under one idempotency key, and however many at once, it has one effect. Every
// operation that changes something is asked with its example, a crowd at a time; one answer is the effect's own, the rest
// repeat it or say that it is being worked on, and the audit record tells of one request. Whoever comes later is answered
// as the first one was, another payload under the key is refused, and so is the same signed request a second time.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    crowd: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const CROWD = Number(values.crowd ?? (values.full ? 1_000 : 12));
/** What only people do, those of the house among them, or what needs keys and chains that no example can bring along. */
const LEFT_OUT =
  /View$|Wallet$|^(resumeChain|rescanChain|resetSecondFactor|chooseReading|approveRequest|declineRequest)$/;
/** Told once, in the effect's own answer alone. */
const SECRET = /,"(?:(?:secret|password)":"[^"]*|url":"[^"]*\/pay\/refund#[^"]*)"/;
const OWN_SIGN_IN = "/manage/v1/me/";

const startedAt = performance.now();
const operations = await loadOperations();
const mutating = new Set(
  operations
    .filter(({ endpoint }) => endpoint.mutation && endpoint.scope !== "public")
    .filter(({ endpoint }) => !endpoint.path.startsWith(OWN_SIGN_IN) && whoseIs(endpoint.scope) !== "house")
    .map(({ operationId }) => operationId),
);
const calls = exampleCalls(openApiDocument(operations).document).filter(
  ({ operationId }) =>
    mutating.has(operationId) && !LEFT_OUT.test(operationId) && new RegExp(values.only).test(operationId),
);
const faults: string[] = [];
const api = await openApi();
const client = openClient(api.port, api.key);
const real = exampleWorld(api);
try {
  await refusedKey();
  for (const call of calls) if (!isEnough(faults)) await crowd(call);
  for (const { rule, found } of await api.broken()) faults.push(`${rule}: ${found}`);
} finally {
  client.close();
  await api.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `duplicates: ${CROWD} at once to each of ${calls.length} operations, ${client.resent()} sent again on another connection; ${faults.length} faults; ${seconds} s\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function crowd(call: ExampleCall): Promise<void> {
  const found = await real(call.operationId);
  const filled = (text: string) => Object.entries(found).reduce((out, [from, to]) => out.replaceAll(from, to), text);
  const request = {
    method: call.method,
    target: filled(targetOf(call)),
    ...(call.body && { body: filled(JSON.stringify(call.body)) }),
    headers: { "idempotency-key": `crowd-${call.operationId}` },
  };
  const answers = await Promise.all(Array.from({ length: CROWD }, () => client.send(request)));
  const faultsHere = [...(await faultsOf(answers)), ...(await faultsLater(request, answers))];
  faults.push(...faultsHere.map((fault) => `${call.operationId}: ${fault}`));
}

/** Once all is answered: the same again, something else under the same key, and one request byte for byte twice. */
async function faultsLater(request: ApiRequest, answers: readonly Got[]): Promise<string[]> {
  const first = answers.find(({ status, headers }) => status === 200 && headers["idempotent-replayed"] === undefined);
  const later = await client.send(request);
  const other =
    request.body === undefined ? undefined : await client.send({ ...request, body: `${String(request.body)} ` });
  const once = { ...request, nonce: randomUUID(), timestamp: Date.now() };
  await client.send(once);
  const twice = await client.send(once);
  const isAgain = later.status === 200 && later.headers["idempotent-replayed"] === "true";
  const isSame = request.target.endsWith("/execute") || later.text === first?.text.replace(SECRET, "");
  return [
    ...(isAgain && isSame ? [] : [`asked later it answered ${later.status}: ${later.text.slice(0, 200)}`]),
    ...(other === undefined || other.problem.code === "IDEMPOTENCY_KEY_REUSED"
      ? []
      : [`another payload under the key was answered ${other.status}`]),
    ...(twice.problem.code === "UNAUTHENTICATED" ? [] : [`the same nonce was answered ${twice.status}`]),
  ];
}

/** A request that was refused leaves its key free. */
async function refusedKey(): Promise<void> {
  const request = { method: "POST", target: CREATE, headers: { "idempotency-key": "refused" } };
  const good = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop" };
  const refused = await client.send({ ...request, body: { ...good, cryptoType: "DOGE" } });
  const taken = await client.send({ ...request, body: good });
  if (refused.status === 200 || taken.status !== 200)
    faults.push(`a key was answered ${refused.status}, and then with a good payload ${taken.status}: ${taken.text}`);
}

async function faultsOf(answers: readonly Got[]): Promise<string[]> {
  const done = answers.filter(({ status }) => status === 200);
  const own = done.filter(({ headers }) => headers["idempotent-replayed"] === undefined);
  const odd = answers.find(({ status, text }) => status !== 200 && !text.includes('"REQUEST_IN_FLIGHT"'));
  const ids = answers.map(({ headers }) => String(headers["x-request-id"]));
  const { rows } = await api.app.database.pool.query<{ count: number }>(
    "select count(distinct request_id)::int as count from audit where request_id = any($1)",
    [ids],
  );
  return [
    ...(own.length === 1 ? [] : [`${own.length} answers are an effect's own`]),
    ...(odd ? [`answered ${odd.status}: ${odd.text.slice(0, 200)}`] : []),
    ...((rows[0]?.count ?? 0) <= 1 ? [] : [`the audit record tells of ${rows[0]?.count} requests`]),
  ];
}
