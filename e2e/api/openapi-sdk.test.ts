import { statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { packSdk, SDK_OUTPUT, type SdkPackage } from "#e2e/world/sdk-package.ts";

/** Some fifty for each operation. */
const MOST_BYTES = 11_000;

let api: Api;
let sdk: SdkPackage;
beforeAll(async () => {
  sdk = await packSdk();
  api = await openApi();
});
afterAll(async () => {
  await api?.close();
  sdk?.remove();
});

test("the package is small and needs nothing", () => {
  expect(statSync(sdk.packed).size).toBeLessThanOrEqual(MOST_BYTES);
});

test("bill, payment, pages, conversion, events, refusals, signatures and webhooks, on this Node", async () => {
  const output = await sdk.runOn(process.execPath, `http://127.0.0.1:${api.port}`, api.key);
  expect(output).toEqual({ node: process.version, ...SDK_OUTPUT });
});
