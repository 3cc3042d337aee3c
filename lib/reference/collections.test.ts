import { expect, test } from "vitest";
import { brunoFiles, postmanCollection } from "./collections.ts";
import { openApiDocument } from "./document.ts";
import { loadOperations } from "./endpoints.ts";

const { document } = openApiDocument(await loadOperations());
const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test("Postman's collection has every operation once, with its example", () => {
  const { item, variable } = postmanCollection(document) as {
    item: { item: { name: string; request: { url: string; body?: { raw: string } } }[] }[];
    variable: { key: string }[];
  };
  const entries = item.flatMap((folder) => folder.item);
  expect(entries.map(({ name }) => name).sort()).toEqual(all.map(({ operationId }) => operationId).sort());
  const create = entries.find(({ name }) => name === "requestPaymentAddress");
  expect(create?.request.url).toBe("{{desk}}/payment/v1/requestPaymentAddress");
  expect(JSON.parse(create?.request.body?.raw ?? "")).toMatchObject({ cryptoType: "BTC", fiatReceivable: 100 });
  expect(variable.map(({ key }) => key)).toEqual(["desk", "keyId", "secret"]);
});

test("Bruno's collection has a file for every operation", () => {
  const files = brunoFiles(document);
  for (const { operationId, tags } of all) expect(files.has(`${tags[0]}/${operationId}.bru`), operationId).toBe(true);
  expect(files.get("Payments/getPayment.bru")).toContain("get {\n  url: {{desk}}/payment/v1/payment?paymentId=");
  expect(files.get("Conversions/createConversion.bru")).toContain("body:json {\n  {");
});
