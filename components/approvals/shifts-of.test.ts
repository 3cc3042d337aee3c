import { expect, test } from "vitest";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { APPROVAL_KINDS } from "#lib/contract/approval-states.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { isFirst, rolesFor } from "./may-decide.ts";
import { shiftsOf } from "./shifts-of.ts";

const { effects } = approvalsText;
const shifts = (of: Partial<ApprovalRecord>) => shiftsOf(of as ApprovalRecord);
const lines = (of: Partial<ApprovalRecord>) => shifts(of).map(({ name, before, after }) => [name, before, after]);

test("settings shift one by one, from what rules to what is requested", () => {
  const changes = [
    { name: "secondPerson", before: "never", after: "always" },
    { name: "secondPerson", after: "always" },
  ];
  const shown = lines({ what: "setting", changes });
  expect(shown).toHaveLength(2);
  expect(shown[0]?.[1]).not.toBe(shown[0]?.[2]);
  expect(shown[0]?.[2]).toBe(shown[1]?.[2]);
});

test("a payout is released, and one that was made elsewhere is booked", () => {
  const payout = { asset: "EUR", quantity: Decimal.from("1"), reference: "wire" } as const;
  expect(shifts({ what: "payout", payout })).toEqual([effects.booked]);
  expect(shifts({ what: "payout", payout: { ...payout, payoutId: "1" } })).toEqual([effects.payout]);
});

test("a person is invited, let in again, or gets a new factor or password; a role shifts from what it is", () => {
  const person = (request: Record<string, string>, before?: Record<string, string>) =>
    lines({ what: "person", request, ...(before && { before }) });
  expect(person({ act: "invite", email: "a@b.c", role: "viewer" })).toEqual([["Role", "none", "Viewer"]]);
  expect(person({ act: "reactivate" })).toEqual([Object.values(effects.access)]);
  expect(person({ act: "recover", kind: "FACTOR" })).toEqual([Object.values(effects.factor)]);
  expect(person({ act: "recover", kind: "PASSWORD" })).toEqual([Object.values(effects.password)]);
  expect(person({ act: "role", email: "a@b.c", role: "admin" }, { role: "viewer" })).toEqual([
    ["Role", "Viewer", "Administrator"],
  ]);
});

test("a move goes; a link by hand is booked as stated; every other act has its own words", () => {
  expect(shifts({ what: "move", request: { moveId: "1" } })).toEqual([effects.others.move]);
  expect(shifts({ what: "move", request: { act: "link", moveId: "1" } })).toEqual([effects.link]);
  expect(shifts({ what: "key", request: { keyId: "ak_1" } })).toEqual([effects.others.key]);
});

test("terms shift field by field: what stays makes no difference, nor does whose they are", () => {
  const terms = { account: "acme", currency: "EUR", email: "a@b.c", version: "2", schedule: "DAILY", minimum: "10" };
  const before = { account: "beta", currency: "USD", email: "x@y.z", version: "1", schedule: "DAILY", delayDays: "1" };
  const shown = lines({ what: "settlement-terms", request: terms, before });
  expect(shown.map(([, was, becomes]) => [was, becomes])).toEqual([
    ["none", "10.00\u00a0EUR"],
    ["1", "none"],
  ]);
});

test("of a request whose former state is unknown nothing is claimed", () => {
  expect(lines({ what: "settlement-terms", request: { currency: "EUR", minimum: "10" } })).toEqual([
    [approvalsText.fields["minimum"], "–", "10.00\u00a0EUR"],
  ]);
});

test("a request is decided by roles of where it is decided, which may do what it needs", () => {
  expect(rolesFor({ what: "payout", decides: "house" })).toEqual(["treasurer", "admin"]);
  expect(rolesFor({ what: "hold", decides: "house" })).toEqual(["compliance", "admin"]);
  expect(rolesFor({ what: "setting", decides: "account" })).toEqual(["treasurer", "admin"]);
  expect(rolesFor({ what: "key", decides: "account" })).toEqual(["developer", "admin"]);
  for (const what of APPROVAL_KINDS) expect(rolesFor({ what, decides: "house" })).toContain("admin");
});

test("who approved first of two is known by name", () => {
  expect([isFirst({ firstBy: "staff:Ada" }, "Ada"), isFirst({ firstBy: "staff:Ada" }, "Grace")]).toEqual([true, false]);
  expect(isFirst({ firstBy: undefined }, "Ada")).toBe(false);
});
