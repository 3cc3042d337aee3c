import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actionText, objectName } from "./sentence.ts";

const FILES = globSync("lib/**/*.ts").filter((file) => !/\.(test|fixture)\.ts$/.test(file));
const kindsIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/objectKind: "([a-z-]+)"/g)].map(([, kind = ""]) => kind);

test("every kind of object that the record names has a word", () => {
  const kinds = [...new Set(FILES.flatMap(kindsIn))];
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => objectName(kind) === kind && /-/.test(kind))).toEqual([]);
  expect(kinds.filter((kind) => !/^[a-z ]+$/i.test(objectName(kind)))).toEqual([]);
});

test("the whole record and an account are named as people know them, never by an id", () => {
  const objectId = "019a8f3c-8c1e-7abc-8def-0123456789ab";
  const line = { at: 0, actor: "staff:Omar", objectKind: "account", objectId, requestId: "r" };
  const textOf = (action: string, detail: object) => actionText({ ...line, action, detail: { ...detail } });
  expect(textOf("audit.verify", { holds: true })).toBe("verified the seals of the operator's audit record");
  expect(textOf("audit.download", { lines: 3 })).toBe("downloaded the operator's audit record");
  expect(textOf("account.create", { name: "acme" })).toBe("created account acme");
  expect(textOf("payout.request", { name: "acme" })).toBe("requested payout …6789ab");
  expect(textOf("user.sign-out", {})).toBe("signed out");
});

test("money and roles stand in the sentence itself, before and after", () => {
  const objectId = "019a8f3c-8c1e-7abc-8def-0123456789ab";
  const line = { at: 0, actor: "staff:Omar", objectKind: "x", objectId, requestId: "r" };
  const textOf = (action: string, detail: object) => actionText({ ...line, action, detail: { ...detail } });
  expect(textOf("payout.request", { asset: "BTC", quantity: "0.01" })).toBe("requested payout …6789ab: 0.01\u00a0BTC");
  expect(textOf("user.role", { before: "viewer", after: "treasurer" })).toBe(
    "changed the role of person …6789ab: Viewer → Treasurer",
  );
});

test("a request says what it is for, beside its id", () => {
  const objectId = "019a8f3c-8c1e-7abc-8def-0123456789ab";
  const line = { at: 0, actor: "staff:Omar", objectKind: "approval", objectId, requestId: "r", action: "approval.ask" };
  const textOf = (detail: object) => actionText({ ...line, detail: { ...detail } });
  const payout = { asset: "EUR", quantity: "380", beneficiary: "Mirabrook Travel" };
  expect(textOf({ what: "payout", request: payout })).toBe("requested approval …6789ab: Payout of 380.00\u00a0EUR");
  expect(textOf({ what: "setting", request: { toleranceBps: "80" } })).toBe("requested approval …6789ab: Tolerance");
  expect(textOf({ what: "beneficiary", request: { name: "Own wallet" } })).toBe(
    "requested approval …6789ab: New beneficiary Own wallet",
  );
  expect(textOf({ what: "something else", request: {} })).toBe("requested approval …6789ab");
});
