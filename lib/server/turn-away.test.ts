import { expect, test } from "vitest";
import { PAGE_WEIGHT } from "./admission.ts";
import { loadRoutes } from "./routes.ts";
import { weightOf } from "./turn-away.ts";

// Of the very routes that are served: a list that is added without its page's weight is found here.

const routes = await loadRoutes();
const weight = (method: string, target: string): number => {
  const match = routes(target.split("?", 1)[0] ?? "");
  const endpoint = match?.methods[method]?.endpoint;
  if (!endpoint) throw new Error(`nothing is at ${target}`);
  return weightOf(endpoint, target);
};

test.each([
  ["GET", "/payment/v1/payment?startTime=1&endTime=2"],
  ["GET", "/payment/v1/payment?address=bc1q"],
  ["GET", "/manage/v1/cases"],
  ["GET", "/manage/v1/audit?limit=50"],
])("%s %s weighs as a page of a list", (method, target) => {
  expect(weight(method, target)).toBe(PAGE_WEIGHT);
});

test.each([
  ["GET", "/payment/v1/payment?paymentId=01a1fc00-0000-7000-8000-000000000000"],
  ["GET", "/manage/v1/cases/01a1fc00-0000-7000-8000-000000000000"],
  ["POST", "/payment/v1/requestPaymentAddress"],
  ["POST", "/payment/v1/conversion"],
])("%s %s weighs one", (method, target) => {
  expect(weight(method, target)).toBe(1);
});
