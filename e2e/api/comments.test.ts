import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openParty, type Party } from "#e2e/world/accounts/parties.ts";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { ACCOUNT_OBJECTS, type AccountObject } from "#lib/cases/comment-kinds.ts";

type List = { data: { detail: string; actor: string }[]; people: { userId: string; name: string }[] };

let api: Api;
let ours: Party;
let theirs: Party;
let house: Partial<ApiRequest>;
let viewer: Partial<ApiRequest>;

beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  [ours, theirs] = [await openParty(api, "acme"), await openParty(api, "globex")];
  house = await api.staffOfHouse("admin");
  viewer = await api.staff("viewer", "acme");
});
afterAll(() => api?.close());

const idIn = ({ objects }: Party, kind: AccountObject): string =>
  ({
    PAYMENT: objects.payment,
    CONVERSION: objects.invoice,
    PAYOUT: objects.payout,
    SETTLEMENT: objects.settlement,
    DELIVERY: objects.delivery,
    APPROVAL: objects.approval,
    CASE: objects.case,
    CUSTOMER: "acme-42",
  })[kind];
const write = (kind: string, objectId: string, note: string, who: Partial<ApiRequest>, of = "manage") =>
  api.post(`/${of}/v1/comments`, { kind, objectId, note }, who);
const read = (kind: string, objectId: string, who: Partial<ApiRequest>, of = "manage") =>
  api.get(`/${of}/v1/comments?${new URLSearchParams({ kind, objectId })}`, who);
const texts = (got: { as<T>(): T }) => got.as<List>().data.map(({ detail }) => detail);

/** A request that the operator decides: for a payout of the account. */
async function requestForPayout(): Promise<string> {
  const place = { name: "Payee Ltd", asset: "EUR", iban: "NL91ABNA0417164300" };
  const made = await api.post("/manage/v1/beneficiaries", place, ours.admin);
  const { beneficiaryId } = made.as<{ beneficiaryId: string }>();
  await api.settings({ secondPerson: "always" });
  const wanted = { asset: "EUR", quantity: 1, beneficiaryId, reference: "commented" };
  const got = await api.post("/manage/v1/payouts", wanted, ours.admin);
  await api.settings({ secondPerson: "never" });
  expect(got.status).toBe(202);
  return got.as<{ approvalId: string }>().approvalId;
}

describe.each(ACCOUNT_OBJECTS.map((kind) => [kind] as const))("on a %s", (kind) => {
  test("its account's people write and read it, who may only read writes nothing, and no other account knows of it", async () => {
    const objectId = idIn(ours, kind);
    expect((await write(kind, objectId, `about ${kind}`, ours.admin)).status).toBe(200);
    expect(texts(await read(kind, objectId, viewer))).toContain(`about ${kind}`);
    expect((await write(kind, objectId, "x", viewer)).status).toBe(403);
    // Both have customers of the same name: each reads what was written of its own.
    const shared = kind === "CUSTOMER";
    expect((await write(kind, objectId, "theirs", theirs.admin)).status).toBe(shared ? 200 : 404);
    expect((await read(kind, objectId, theirs.admin)).status).toBe(shared ? 200 : 404);
    expect(texts(await read(kind, objectId, viewer))).not.toContain("theirs");
    if (shared) expect(texts(await read(kind, objectId, theirs.admin))).toEqual(["theirs"]);
  });
});

test("the house and an account write on the same payout and settlement, and neither reads the other", async () => {
  for (const [kind, objectId] of [
    ["PAYOUT", ours.objects.payout],
    ["SETTLEMENT", ours.objects.settlement],
    ["APPROVAL", await requestForPayout()],
  ] as const) {
    expect((await write(kind, objectId, "of the house", house, "house")).status).toBe(200);
    expect(texts(await read(kind, objectId, house, "house"))).toEqual(["of the house"]);
    expect(texts(await read(kind, objectId, ours.admin))).not.toContain("of the house");
    expect((await read(kind, objectId, ours.admin, "house")).status).toBe(403);
  }
});

test("a request that the account decides itself is nothing of the operator's", async () => {
  const objectId = ours.objects.approval;
  expect((await write("APPROVAL", objectId, "x", house, "house")).status).toBe(404);
  expect((await read("APPROVAL", objectId, house, "house")).status).toBe(404);
});

test("what is written on a request stands in the history of the case that it is, and the other way round", async () => {
  const objectId = ours.objects.approval;
  const caseId = `approval-${objectId}`;
  expect((await write("APPROVAL", objectId, "on the request", ours.admin)).status).toBe(200);
  expect(texts(await read("CASE", caseId, ours.admin))).toContain("on the request");
  expect((await write("CASE", caseId, "on the case", ours.admin)).status).toBe(200);
  expect(texts(await read("APPROVAL", objectId, ours.admin))).toContain("on the case");
});

test("a comment is kept once, however often it is sent under one key", async () => {
  const objectId = ours.objects.payment;
  const headers = { "idempotency-key": "one comment" };
  for (const _again of [1, 2])
    await api.send({
      method: "POST",
      target: "/manage/v1/comments",
      body: { kind: "PAYMENT", objectId, note: "once" },
      ...ours.admin,
      headers: { ...ours.admin.headers, ...headers },
    });
  expect(texts(await read("PAYMENT", objectId, ours.admin)).filter((one) => one === "once")).toHaveLength(1);
});
