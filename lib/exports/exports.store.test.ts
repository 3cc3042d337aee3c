import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { getConversions } from "#lib/conversions/get-conversions.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import type { ExportRecord, ExportRequest } from "./contract.ts";
import { createUser } from "#lib/people/create-user.ts";
import { MOST_WAITING } from "./export-facts.ts";
import { cancelExport, countExport, fetchExport, listExports, makeExport } from "./exports.ts";
import { unzipped } from "./unzipped.fixture.ts";
import { beginExport, finishExports, forgetFiles } from "./write-export.ts";

const DAY_MS = 86_400_000;
let world: World;
let worker: Ctx;
let annaId: string;

beforeAll(async () => {
  world = await openWorld();
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  const anna = { email: "anna@example.com", name: "Anna", memberships: [] };
  annaId = (await createUser(world.ctx, anna)).userId;
  await world.price("BTC", "EUR", "60000");
  await world.bill({ reference: '=HYPERLINK("http://x")', subaccount: "shop-1" });
  await world.bill({ subaccount: "shop-2", cryptoType: "USDT", networkType: "tron" });
  await world.bill({ reference: 'said "yes", twice', subaccount: "shop-1" });
  const bill = await world.retained("0.002", { subaccount: "shop-1" });
  await createConversion(world.ctx, {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: Decimal.from("0.00199"),
    items: [{ paymentId: bill.paymentId }],
  });
});
afterAll(() => world.close());

const staff = (): Ctx =>
  contextFor(world.app, {
    actor: { kind: "staff", userId: annaId, name: "Anna", role: "viewer" },
    account: world.ctx.account,
    requestId: "test",
  });

async function requested(body: ExportRequest): Promise<ExportRecord> {
  return await makeExport(staff(), body);
}

async function written(body: ExportRequest): Promise<Uint8Array> {
  const { exportId } = await requested(body);
  expect(await beginExport(worker)).toBe(1);
  await finishExports(world.app);
  const { bytes } = await fetchExport(staff(), { exportId });
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

const csvOf = async (body: Omit<ExportRequest, "format">) =>
  rowsOf(Buffer.from(await written({ ...body, format: "csv" })).toString("utf8"));
const since = async () => new Date((await world.ctx.now()).getTime() - DAY_MS);
const latest = async () => (await listExports(staff())).data[0];

describe("a file holds exactly what its list's own operation answers", () => {
  test("payments of a filter, in its sort, every number whole", async () => {
    const startTime = await since();
    const payments = await getPayments(world.ctx, { startTime, subaccount: "shop-1", sort: "createdAt" });
    const { data } = JSON.parse(writeJson(payments)) as { data: Record<string, unknown>[] };
    const filter = { startTime: Decimal.from(startTime.getTime()), subaccount: "shop-1", sort: "createdAt" };
    const count = await countExport(staff(), { list: "payments", filter });
    const rows = await csvOf({ list: "payments", filter });
    expect(count).toEqual({ count: data.length });
    expect(rows.map((row) => row["paymentId"])).toEqual(data.map((record) => record["paymentId"]));
    for (const field of ["quantity", "price", "quantityReceived", "feeQuantity", "status", "address"]) {
      expect(rows.map((row) => row[field])).toEqual(data.map((record) => String(record[field])));
    }
    expect(rows.map((row) => Date.parse(row["createdAt"] ?? ""))).toEqual(data.map((record) => record["createdAt"]));
    expect(await latest()).toMatchObject({ status: "READY", count: data.length, rows: data.length });
  });

  test("conversions by their state, and the statement with signed amounts", async () => {
    const startTime = await since();
    const conversions = await getConversions(world.ctx, { startTime });
    const records = JSON.parse(writeJson(conversions.data)) as { invoiceId: string; quantity: number }[];
    const filter = { startTime: startTime.toISOString() };
    const open = await csvOf({ list: "conversions", filter: { ...filter, status: ["CREATED", "QUOTED"] } });
    expect(open.map((row) => [row["invoiceId"], Number(row["quantity"])])).toEqual(
      records.map((record) => [record.invoiceId, record.quantity]),
    );
    expect(await csvOf({ list: "conversions", filter: { ...filter, status: ["EXECUTED"] } })).toEqual([]);
    const { data: moved } = await getStatement(world.ctx, { asset: "BTC" });
    const lines = await csvOf({ list: "statement", filter: { asset: "BTC" } });
    expect(lines.map((line) => [line["amount"], line["balance"]])).toEqual(
      moved.map(({ amount, balance }) => [amount.toString(), balance.toString()]),
    );
    expect(lines.some((line) => line["amount"]?.startsWith("-"))).toBe(true);
  });

  test("records chosen one by one", async () => {
    const { data } = JSON.parse(writeJson(await getPayments(world.ctx, { startTime: await since() })));
    const ids = [data[2].paymentId, data[0].paymentId];
    expect((await csvOf({ list: "payments", ids })).map((row) => row["paymentId"])).toEqual(ids);
  });

  test("a file says which filter it holds the rows of, with the end that it was given, or how many were chosen", async () => {
    const filter = { status: "COMPLETED", startTime: Decimal.from((await since()).getTime()) };
    const shown = async (input: object) => {
      const { exportId } = await requested({ list: "payments", format: "csv", ...input });
      const { data } = JSON.parse(writeJson(await listExports(staff())));
      await cancelExport(staff(), { exportId });
      return data.find((one: { exportId: string }) => one.exportId === exportId);
    };
    const given = { status: "COMPLETED", startTime: Number(filter.startTime.toString()) };
    expect((await shown({ filter })).filter).toEqual({ ...given, endTime: expect.any(Number) });
    const { data } = JSON.parse(writeJson(await getPayments(world.ctx, { startTime: await since() })));
    expect(await shown({ ids: [data[0].paymentId] })).toMatchObject({ filter: {}, chosen: 1 });
  });

  test("the audit record too, and it tells who asked for which file", async () => {
    const rows = await csvOf({ list: "audit", filter: { action: "export.create" } });
    expect(rows[0]).toMatchObject({ actor: "staff:Anna", objectKind: "export" });
    expect(JSON.parse(rows[0]?.["detail"] ?? "{}")).toMatchObject({ format: "csv" });
  });
});

test("a reference that begins like a formula is text in both kinds of file", async () => {
  const filter = { startTime: Decimal.from((await since()).getTime()) };
  const references = (await csvOf({ list: "payments", filter })).map((row) => row["reference"]);
  expect(references).toContain('\'=HYPERLINK("http://x")');
  expect(references).toContain('said "yes", twice');
  const sheet = unzipped(await written({ list: "payments", filter, format: "xlsx" }));
  expect(sheet).toContain("HYPERLINK");
  expect(sheet).not.toMatch(/<f[ >]/);
});

test("a spreadsheet has heads in the language of whoever asked for it, CSV the API's own names", async () => {
  const id = "019a8f3c-8c1e-7abc-8def-0123456789ab";
  await world.ctx.db.staffUser.create({ data: { id, email: "anna.de@example.com", name: "Anna", language: "de" } });
  const heads = async (as: Ctx, format: "csv" | "xlsx") => {
    const { exportId } = await makeExport(as, { list: "audit", format });
    await beginExport(worker);
    await finishExports(world.app);
    const { bytes } = await fetchExport(as, { exportId });
    return new Uint8Array(await new Response(bytes).arrayBuffer());
  };
  const anna = contextFor(world.app, {
    ...staff(),
    actor: { kind: "staff", userId: id, name: "Anna", role: "viewer" },
  });
  expect(unzipped(await heads(anna, "xlsx"))).toContain("Einzelheiten (JSON)");
  expect(unzipped(await heads(staff(), "xlsx"))).toContain("Detail (JSON)");
  expect(Buffer.from(await heads(anna, "csv")).toString("utf8")).toMatch(/^at,actor,action,objectKind,/);
});

test("a cancelled file is never written, and one of another account is not known", async () => {
  const { exportId } = await requested({ list: "audit", format: "csv" });
  await expect(cancelExport(world.other, { exportId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await cancelExport(staff(), { exportId });
  expect(await beginExport(worker)).toBe(0);
  const running = await requested({ list: "audit", format: "csv" });
  await beginExport(worker);
  await cancelExport(staff(), { exportId: running.exportId });
  await finishExports(world.app);
  expect((await latest())?.status).toBe("CANCELLED");
  await expect(fetchExport(staff(), { exportId: running.exportId })).rejects.toMatchObject({ code: "INVALID_STATE" });
});

test("an account has so many files wait, and so much kept, and no more; others are not held up", async () => {
  const full = expect.objectContaining({ code: "INVALID_STATE" });
  const waiting: string[] = [];
  for (let nth = 0; nth < MOST_WAITING; nth += 1)
    waiting.push((await requested({ list: "audit", format: "csv" })).exportId);
  await expect(requested({ list: "audit", format: "csv" })).rejects.toEqual(full);
  const other = contextFor(world.app, { ...staff(), account: world.other.account });
  await cancelExport(other, await makeExport(other, { list: "audit", format: "csv" }));
  for (const exportId of waiting) await cancelExport(staff(), { exportId });
  await written({ list: "audit", format: "csv" });
  const exportId = (await latest())?.exportId ?? "";
  await world.app.database.pool.query("update export_job set bytes = 4000000000 where id = $1", [exportId]);
  await expect(requested({ list: "audit", format: "csv" })).rejects.toEqual(full);
  await cancelExport(staff(), { exportId });
});

test("a file is removed by who ordered it or an administrator, by no other", async () => {
  const { exportId } = await requested({ list: "audit", format: "csv" });
  const as = (name: string, role: "operator" | "admin") =>
    contextFor(world.app, { ...staff(), actor: { kind: "staff", userId: "", name, role } });
  for (const name of ["Eve", "Anna"])
    await expect(cancelExport(as(name, "operator"), { exportId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await latest())?.status).not.toBe("CANCELLED");
  expect(await cancelExport(as("Ida", "admin"), { exportId })).toMatchObject({ status: "CANCELLED" });
});

test.each([
  [{ list: "payments" }, "VALIDATION_FAILED", "startTime"],
  [{ list: "payments", filter: { startTime: "yesterday" } }, "VALIDATION_FAILED", "filter.startTime"],
  [{ list: "statement", filter: { colour: "red" } }, "VALIDATION_FAILED", "filter.colour"],
  [{ list: "audit", ids: ["a"] }, "VALIDATION_FAILED", "ids"],
  [{ list: "conversions", filter: { status: "SOLD" } }, "VALIDATION_FAILED", "filter.status"],
] as const)("%j is refused by name", async (body, code, field) => {
  const sent = { ...body, format: "csv" } as unknown as ExportRequest;
  await expect(makeExport(staff(), sent)).rejects.toMatchObject({ code, detail: { errors: [{ field }] } });
});

test("after seven days the file is gone and the record says so", async () => {
  await written({ list: "audit", format: "csv" });
  expect(await forgetFiles(worker)).toBe(0);
  await world.later(7 * DAY_MS);
  expect(await forgetFiles(worker)).toBeGreaterThan(0);
  const last = await latest();
  expect(last?.status).toBe("EXPIRED");
  await expect(fetchExport(staff(), { exportId: last?.exportId ?? "" })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
});

test("where two persons are asked for, a file is fetched by a person and the record says by whom", async () => {
  const ada = await personIn(world, "Ada");
  // A house that has left its set-up.
  await personOfHouse(world, "Hanna", "admin");
  await changeSettings(world.ctx, { secondPerson: "always" });
  const { exportId } = await makeExport(ada, { list: "audit", format: "csv" });
  await beginExport(worker);
  await finishExports(world.app);
  const { bytes } = await fetchExport(ada, { exportId });
  expect(await new Response(bytes).text()).toMatch(/^at,actor,action,/);
  expect(await auditedOf(ada, exportId)).toContainEqual({ actor: "staff:Ada", action: "export.download", detail: {} });
});

/** RFC 4180: rows by the names in the head. */
function rowsOf(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") lines.push([]);
  }
  const [names = [], ...rows] = lines.filter((line) => line.length > 1);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}
