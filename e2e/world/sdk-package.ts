import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Key } from "./client.ts";
import { plantsOfRun, withPlants } from "./planted.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The SDK as a PSP gets it: built, packed and unpacked in a folder with nothing else. */
export type SdkPackage = {
  /** Path of the packed file. */
  packed: string;
  /** What the program below tells on a Node. */
  runOn(node: string, baseUrl: string, key: Key): Promise<Record<string, unknown>>;
  remove(): void;
};

/** What a PSP's program would do, with nothing but the unpacked package: every part of the SDK once, against the service. */
const PROGRAM = `
import { createHmac } from "node:crypto";
import { DeskError, openDesk, signRequest, verifyWebhook } from "./package/client.js";
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
const signature = await signRequest("test-secret", { timestamp: "1700000000000", nonce: "n-0001", method: "GET", target: "/payment/v1/payment?startTime=1700000000000&address=bc1q%2Fx", body: "" });
const body = '{"type":"webhook.test","timestamp":"2026-11-19T11:52:04.801Z","data":{"endpointId":"e","sequence":1}}';
const timestamp = String(Math.floor(Date.now() / 1000));
const held = createHmac("sha256", "a webhook's secret").update("m-1." + timestamp + "." + body).digest("base64");
const headers = { "webhook-id": "m-1", "webhook-timestamp": timestamp, "webhook-signature": "v1," + held };
const whsec = "whsec_" + Buffer.from("a webhook's secret").toString("base64");
const verified = await verifyWebhook({ headers, body, secret: whsec });
const altered = await verifyWebhook({ headers, body: body + " ", secret: whsec }).catch((error) => error.message);
console.log(JSON.stringify({
  node: process.version, same: bill.paymentId === again.paymentId, walked: walked.length, paid: paid.amountStatus, status,
  typed: refused instanceof DeskError, code: refused.code, created: types.includes("payment.created"),
  keys: (await desk.call("GET /manage/v1/keys")).data.length, signature, verified: verified.type, altered,
}));
`;

/** What it must tell, beside the Node's version. */
export const SDK_OUTPUT: Readonly<Record<string, unknown>> = {
  same: true,
  walked: 2,
  paid: "PAID",
  status: "EXECUTED",
  typed: true,
  code: "INVALID_STATE",
  created: true,
  keys: 1,
  signature: "1bf303c109b89fe5ca87ab9a32f55109380d2754e6ff51a35c9a9b688f258e13",
  verified: "webhook.test",
  altered: "webhook-signature does not hold",
};

/** The faults of a self-test that lie in the package. */
function plantIn(folder: string): void {
  for (const plant of plantsOfRun()) {
    if (!("packed" in plant)) continue;
    const path = join(folder, plant.packed);
    writeFileSync(path, withPlants(readFileSync(path, "utf8"), [plant]));
  }
}

export async function packSdk(): Promise<SdkPackage> {
  const folder = mkdtempSync(join(tmpdir(), "desk-sdk-"));
  const { stdout } = await run(process.execPath, [".config/sdk.ts", join(folder, "built")], { cwd: ROOT });
  const packed = stdout.trim().split("\n").at(-1) ?? "";
  await run("tar", ["xzf", packed, "-C", folder]);
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  plantIn(join(folder, "package"));
  return {
    packed,
    async runOn(node, baseUrl, { keyId, secret }) {
      // As a stranger's program runs it: without what this process was started with.
      const { NODE_OPTIONS: _ours, ...env } = process.env;
      const output = await run(node, ["program.mjs", baseUrl, keyId, secret], { cwd: folder, env });
      return JSON.parse(output.stdout);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
