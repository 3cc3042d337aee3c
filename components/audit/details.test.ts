import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { detailsText } from "#lib/i18n/audit-details.ts";
import { detailsOf } from "./details.ts";

const FILES = globSync("lib/**/*.ts").filter((file) => !/generated|\.(test|fixture)\.ts$/.test(file));

/** What stands in the brackets that begin at a place. */
function bracketed(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ("([{".includes(text[at] ?? "")) depth += 1;
    if (")]}".includes(text[at] ?? "")) depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return "";
}

/** The names under which calls that record an action tell more of it. */
function namesIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/\brecordAudit\(/g)].flatMap(({ index, 0: found }) => {
    const call = bracketed(text, index + found.length - 1);
    const at = call.indexOf("detail: {");
    const detail = at < 0 ? "" : bracketed(call, at + "detail: ".length);
    return [...detail.matchAll(/(?:^\{ ?|, |\n\s+)(\w+)(?=[,:]| \})/g)].map(([, name = ""]) => name);
  });
}

test("every detail that the record is given by name has a word", () => {
  const names = [...new Set(FILES.flatMap(namesIn))];
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => (detailsText.names[name] ?? approvalsText.fields[name]) === undefined)).toEqual([]);
});

const line = { at: 0, actor: "staff:Omar", objectKind: "x", objectId: "spreadBps.BTC.EUR", requestId: "r" };
const detailed = (action: string, detail: object) => detailsOf({ ...line, action, detail: { ...detail } }, "utc");

test("a setting and a role say what was and what became of it, in the words of the settings", () => {
  expect(detailed("setting.change", { before: "100", after: "120", reason: "agreed" })).toEqual({
    shift: { name: "Spread BTC/EUR", before: "1.00\u00a0%", after: "1.20\u00a0%" },
    facts: [{ name: "Reason", value: "agreed" }],
  });
  expect(detailed("user.role", { before: "viewer", after: "admin" }).shift).toEqual({
    name: "Role",
    before: "Viewer",
    after: "Administrator",
  });
});

test("a request, terms, amounts, places, times and people are detailed in words", () => {
  const request = { act: "role", userId: "u1", email: "a@b.c", role: "treasurer" };
  expect(detailed("approval.approve", { what: "person", request, askedBy: "staff:Ada" }).facts).toEqual([
    { name: "E-mail", value: "a@b.c" },
    { name: "Role", value: "Treasurer" },
    { name: "Kind", value: "People" },
    { name: "Requested by", value: "Ada" },
  ]);
  const setting = { what: "setting", request: { "spreadBps.BTC.EUR": "80" } };
  expect(detailed("endpoint.rotate", { overlapMs: 86_400_000 }).facts).toEqual([
    { name: "Old key works for", value: "1\u00a0d" },
  ]);
  expect(
    detailed("approval.ask", { what: "key", request: { name: "shop", overlapMs: "5400000" } }).facts,
  ).toContainEqual({
    name: "Old key works for",
    value: "1\u00a0h 30\u00a0min",
  });
  expect(detailed("approval.ask", setting).facts[0]).toEqual({ name: "Spread BTC/EUR", value: "0.80\u00a0%" });
  expect(
    detailed("settlement-terms.set", { account: "acme", currency: "EUR", schedule: "DAILY", reserve: "5" }).facts,
  ).toEqual([
    { name: "Account", value: "acme" },
    { name: "Currency", value: "EUR" },
    { name: "Schedule", value: "Daily" },
    { name: "Reserve", value: "5.00\u00a0EUR" },
  ]);
  expect(
    detailed("case.mute", {
      until: "2026-11-30T23:04:27.271Z",
      quantity: "0.5",
      asset: "BTC",
      place: "custody:bitcoin",
      disabled: true,
      none: null,
    }).facts,
  ).toEqual([
    { name: "Until", value: expect.stringContaining("30 Nov 2026") },
    { name: "Quantity", value: "0.50000000\u00a0BTC" },
    { name: "Asset", value: "BTC" },
    { name: "Place", value: "Custody Bitcoin" },
    { name: "Disabled", value: "yes" },
  ]);
});

test("a file that was requested says its filter as the list's chips do, or how many were chosen", () => {
  const filter = { status: "COMPLETED", startTime: 1_795_262_400_000, endTime: 1_795_348_800_000 };
  const detail = { list: "payments", format: "csv", count: 12, filter };
  const facts = (more: object) => detailed("export.create", { ...detail, ...more }).facts.at(3);
  expect(facts({})).toEqual({
    name: "Filter",
    value: "Status Completed, 21 Nov 2026, 12:00:00 UTC to 22 Nov 2026, 12:00:00 UTC",
  });
  expect(facts({ filter: {}, ids: 2 })).toEqual({ name: "Filter", value: "2 selected rows" });
});
