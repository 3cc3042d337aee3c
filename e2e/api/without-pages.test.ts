import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

const ask = (target: string, method = "GET") => api.send({ method, target, key: null });

describe("what machines read is there before the pages are built", () => {
  test("the description of the API", async () => {
    const got = await ask("/openapi.json");
    expect(got.status).toBe(200);
    expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(got.headers["cache-control"]).toBe("no-store");
    expect(got.text).toBe(readFileSync(join(import.meta.dirname, "../../public/openapi.json"), "utf8"));
    const posted = await ask("/openapi.json", "POST");
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"]);
    const looked = await ask("/openapi.json", "HEAD");
    expect([looked.status, looked.text, looked.headers["content-length"]]).toEqual([
      200,
      "",
      String(Buffer.byteLength(got.text)),
    ]);
  });

  test("the payer's state of a bill", async () => {
    const bill = await api.bill({ subaccount: "shop-77" });
    const got = await ask(`/pay/${bill.paymentId}/state`);
    expect(got.status).toBe(200);
    expect(got.as()).toMatchObject({ quantity: bill.quantity, address: bill.deposit_address, status: "PENDING" });
    expect(got.text).not.toContain("shop-77");
    const unknown = await ask("/pay/019a8f3c-8c1e-7abc-8def-0123456789ab/state");
    expect([unknown.status, unknown.problem.code]).toEqual([404, "PAYMENT_NOT_FOUND"]);
  });
});
