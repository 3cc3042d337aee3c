import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MOST_BYTES = 10_000;
const run = promisify(execFile);

let api: Api;
let folder: string;
let packed: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "desk-sdk-"));
  const { stdout } = await run(process.execPath, [".config/sdk.ts", join(folder, "built")], { cwd: ROOT });
  packed = stdout.trim().split("\n").at(-1) ?? "";
  await run("tar", ["xzf", packed, "-C", folder]);
  api = await openApi();
});
afterAll(async () => {
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
});

const versionOf = (node: string): string => execFileSync(node, ["--version"], { encoding: "utf8" }).trim();

/** Ours, and the machine's own where it is one the SDK is for. */
const NODES = [process.execPath, "/usr/bin/node", "/usr/local/bin/node"].filter(
  (path) => existsSync(path) && Number(/^v(\d+)/.exec(versionOf(path))?.[1]) >= 20,
);

/** What a PSP's program would do, with nothing but the unpacked package. */
const PROGRAM = `
import { DeskError, openDesk } from "./package/client.js";
const [baseUrl, keyId, secret] = process.argv.slice(2);
const desk = openDesk({ baseUrl, keyId, secret });
const asked = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "sdk/ü & co", strategy: "RAI" };
const bill = await desk.requestPaymentAddress(asked, { idempotencyKey: "first-" + process.pid });
const again = await desk.requestPaymentAddress(asked, { idempotencyKey: "first-" + process.pid });
await desk.requestPaymentAddress(asked);
await desk.sendDeposit({ address: bill.deposit_address, quantity: bill.quantity, confirmations: 2 });
await desk.settle();
const { data: [paid] } = await desk.getPayment({ paymentId: bill.paymentId });
const walked = [];
for await (const { paymentId } of desk.each.getPayment({ startTime: paid.createdAt, subaccount: asked.subaccount, limit: 1 })) walked.push(paymentId);
const invoice = await desk.createConversion({ baseSymbol: "BTC", quoteSymbol: "EUR", quantity: paid.quantityUnconverted, items: [{ paymentId: bill.paymentId }] });
await desk.quoteConversion({ invoiceId: invoice.invoiceId });
const { status } = await desk.executeConversion({ invoiceId: invoice.invoiceId });
const refused = await desk.cancelConversion({ invoiceId: invoice.invoiceId }).catch((error) => error);
const types = [];
for await (const event of desk.each.getEvents({ limit: 3 })) if (event.data.paymentId === bill.paymentId) types.push(event.type);
console.log(JSON.stringify({
  node: process.version, same: bill.paymentId === again.paymentId, walked: walked.length, paid: paid.amountStatus, status,
  typed: refused instanceof DeskError, code: refused.code, created: types.includes("payment.created"),
  keys: (await desk.call("GET /manage/v1/keys")).data.length,
}));
`;

test("the package is small and needs nothing", () => {
  expect(statSync(packed).size).toBeLessThanOrEqual(MOST_BYTES);
});

describe.each(NODES)("on %s", (node) => {
  test("bill, payment, pages, conversion, events and refusals", async () => {
    writeFileSync(join(folder, "program.mjs"), PROGRAM);
    const { stdout } = await run(node, ["program.mjs", `http://127.0.0.1:${api.port}`, api.key.keyId, api.key.secret], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual({
      node: versionOf(node),
      same: true,
      walked: 2,
      paid: "PAID",
      status: "EXECUTED",
      typed: true,
      code: "INVALID_STATE",
      created: true,
      keys: 1,
    });
  });
});
