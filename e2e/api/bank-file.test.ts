import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { statementsOf } from "#lib/bank/bank.fixture.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";

// A day of a busy account is one file of megabytes, which an operator's key brings by one request.

const STATEMENTS = "/house/v1/bank/statements";
const LINES = 4_000;
const OURS = ibanOf(900);
let api: Api;
let key: Awaited<ReturnType<Api["newHouseKey"]>>;
beforeAll(async () => {
  api = await openApi();
  key = await api.newHouseKey(["house:read", "house:moves", "house:statements"]);
  const listed = { place: "bank:main", asset: "EUR", address: OURS, label: "ours" };
  expect((await api.post("/house/v1/destinations", listed, { key })).status).toBe(200);
});
afterAll(() => api?.close());

const entries = Array.from({ length: LINES }, (_, nth) => ({
  ...({ amount: "1.00", side: "CRDT", reference: `L${nth}` } as const),
  text: `invoice ${nth} ${"of a customer with very much to say about it ".repeat(44)}`.slice(0, 2_000),
}));

test("is taken in as it is, once", async () => {
  const content = Buffer.from(statementsOf(OURS)(entries)).toString("base64");
  expect(content.length).toBeGreaterThan(9_000_000);
  const taken = (await api.post(STATEMENTS, { content }, { key })).as<{ data: object[] }>();
  expect(taken.data).toMatchObject([{ isNew: true, lines: LINES, unexpected: LINES }]);
  const again = (await api.post(STATEMENTS, { content }, { key })).as<{ data: object[] }>();
  expect(again.data).toMatchObject([{ isNew: false, lines: 0 }]);
});

test("larger than a request takes it is refused by its size, which the sentence names", async () => {
  const { status, problem } = await api.post(STATEMENTS, { content: "A".repeat(16 * 1024 * 1024) }, { key });
  expect([status, problem.code, problem.message]).toEqual([
    ...[413, "BODY_TOO_LARGE", "The body is larger than 16 MiB; send less."],
  ]);
  const long = await api.post(STATEMENTS, { content: "A".repeat(16_000_004) }, { key });
  expect([long.status, long.problem.errors?.[0]?.field]).toEqual([400, "content"]);
});
