import { beforeAll, describe, expect, test } from "vitest";
import { answerJudge, type Judge } from "#e2e/world/answers.ts";

let judge: Judge;
beforeAll(async () => {
  judge = await answerJudge();
});

const target = "/payment/v1/requestPaymentAddress";
const made =
  '{"deposit_address":"bc1q","price":59400,"quantity":0.00168351,"expiryTime":1795069924801,"paymentId":"p"}';
const refused = '{"message":"fiat is required.","code":"VALIDATION_FAILED","requestId":"r"}';
const judged = (status: number, text: string, more: object = {}) =>
  judge({ method: "POST", target, status, contentType: "application/json; charset=utf-8", text, ...more });

/** Every client of these tests holds every answer against the document: that is worth something only if it can fail. */
describe("an answer is held against the document", () => {
  test("what is promised passes", () => {
    expect(judged(200, made)).toBeUndefined();
    expect(judged(400, refused)).toBeUndefined();
    expect(
      judge({ method: "GET", target: "/sign-in", status: 200, contentType: "text/html", text: "<html>" }),
    ).toBeUndefined();
  });

  test.each([
    ["a field that is missing", 200, made.replace('"price":59400,', ""), "required property 'price'"],
    ["a field nobody described", 200, made.replace("{", '{"colour":"red",'), "additional properties"],
    ["a number written as text", 200, made.replace("59400", '"59400"'), "must be number"],
    ["an exponent", 200, made.replace("59400", "5.94e4"), "5.94e4 is no plain exact number"],
    ["a trailing zero", 200, made.replace("59400", "59400.10"), "59400.10 is no plain exact number"],
    ["a minus zero", 200, made.replace("59400", "-0"), "-0 is no plain exact number"],
    ["another status of success", 201, made, "status 201 is not promised"],
    [
      "a code this operation never answers with",
      409,
      refused.replace("VALIDATION_FAILED", "QUOTE_EXPIRED"),
      "not promised",
    ],
    ["a code under another status", 409, refused, "VALIDATION_FAILED belongs to 400"],
    ["a code there is not", 400, refused.replace("VALIDATION_FAILED", "OOPS"), "must be equal to one of"],
    ["a refusal without its request", 400, '{"message":"m","code":"VALIDATION_FAILED"}', "requestId"],
  ])("%s is a fault", (_what, status, text, fault) => {
    expect(judged(status, text)).toContain(fault);
  });

  test("an operation that is not in it is a fault", () => {
    expect(judged(200, "{}", { target: "/manage/v1/secrets" })).toContain("not in the document");
    expect(judged(200, "{}", { contentType: "text/html" })).toContain("text/html is not promised");
  });
});
