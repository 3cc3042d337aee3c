import { describe, expect, test } from "vitest";
import { endpoint } from "#lib/contract/endpoint.ts";
import { DEMO_USER } from "./demo-user.ts";
import * as contract from "./me-contract.ts";
import { factorRules } from "./factor-rules.ts";
import { refuseUnproven } from "./require-proof.ts";
import type { Access } from "#lib/contract/permissions.ts";
import type { Staff } from "./session.ts";

const NOW = 1_800_000_000_000;
const ACCOUNT = { id: "a", name: "acme", role: "admin", factorRequired: false, stepUpMs: 900_000 };
const STAFF: Staff = {
  sessionId: "s",
  userId: "u",
  name: "Anna",
  email: "anna@example.com",
  enrolled: true,
  provenAt: NOW,
  accounts: [],
  house: undefined,
};

type Given = { staff?: Partial<Staff>; account?: Partial<typeof ACCOUNT>; mode?: "sandbox" | "live" };

function outcome(method: "GET" | "POST", scope: Access, given: Given = {}): unknown {
  const { staff = {}, account = {}, mode = "live" } = given;
  const accounts = [{ ...ACCOUNT, ...account }];
  const target = endpoint({ method, path: "/manage/v1/thing", scope, summary: "" });
  try {
    refuseUnproven(mode, target, { ...STAFF, accounts, ...staff }, NOW);
    return "passes";
  } catch (error) {
    return (error as { detail: { body: { secondFactor: string } } }).detail.body.secondFactor;
  }
}

test("live demands a second factor of everybody, unless it is told not to; a sandbox the other way round", () => {
  const required = (mode: "sandbox" | "live", secondFactor: string | null) =>
    factorRules(mode, { secondFactor }).required;
  expect([null, "", "OPTIONAL", "REQUIRED"].map((rule) => required("live", rule))).toEqual([true, true, false, true]);
  expect([null, "", "OPTIONAL", "REQUIRED"].map((rule) => required("sandbox", rule))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

describe("a proof that is too old", () => {
  const old = { provenAt: NOW - 900_000 };

  test.each(["conversions:execute", "settings:write", "people:write", "webhooks:write"] as const)(
    "%s asks again",
    (scope) => {
      expect(outcome("POST", scope, { staff: old })).toBe("PROVE");
      expect(outcome("POST", scope, { staff: { provenAt: undefined } })).toBe("PROVE");
      expect(outcome("POST", scope, { staff: { provenAt: NOW - 899_999 } })).toBe("passes");
    },
  );

  test("asks again before whatever proves the person changes", () => {
    const factors = Object.values(contract).filter(
      (each) => each.mutation && /\/me\/(?:authenticator|passkeys|recovery-codes)/.test(each.path),
    );
    // Another name of a passkey proves nothing.
    const asking = factors.filter((each) => each !== contract.renamePasskeyEndpoint);
    expect(asking.length).toBe(factors.length - 1);
    for (const each of asking)
      expect(() => refuseUnproven("live", each, { ...STAFF, accounts: [ACCOUNT], ...old }, NOW)).toThrow("Prove");
  });

  test("looking and the other work go on", () => {
    expect(outcome("GET", "people:write", { staff: old })).toBe("passes");
    expect(outcome("POST", "conversions:write", { staff: old })).toBe("passes");
  });

  test("counts as long as the account's setting says", () => {
    expect(outcome("POST", "settings:write", { staff: old, account: { stepUpMs: 900_001 } })).toBe("passes");
  });

  test("is no matter for who has no second factor", () => {
    expect(outcome("POST", "people:write", { staff: { enrolled: false, provenAt: undefined } })).toBe("passes");
  });
});

describe("a session that was opened without the second factor of its person, as by single sign-on", () => {
  const bare = { provenAt: undefined };

  test("shows nothing but their own sign-in until it is shown", () => {
    for (const method of ["GET", "POST"] as const)
      expect(outcome(method, "payments:read", { staff: bare })).toBe("PROVE");
    expect(outcome("POST", "own", { staff: bare })).toBe("passes");
    expect(outcome("GET", "payments:read", { staff: { provenAt: NOW - 11 * 3_600_000 } })).toBe("passes");
  });

  test("reads no more of the person, and joins and leaves no account", () => {
    const refused = (staff: Partial<Staff>) =>
      Object.values(contract).flatMap((each) => {
        if (each.scope !== "own" || "freshProof" in each) return [];
        try {
          refuseUnproven("live", each, { ...STAFF, accounts: [ACCOUNT], ...staff }, NOW);
          return [];
        } catch {
          return [`${each.method} ${each.path}`];
        }
      });
    const beyond = ["GET /manage/v1/me/data", "POST /manage/v1/me/accounts", "POST /manage/v1/me/leave"];
    expect(refused(bare).sort()).toEqual(beyond);
    expect(refused({})).toEqual([]);
    // A new person has no second factor yet, and comes in by an invitation.
    expect(refused({ ...bare, enrolled: false })).toEqual([]);
  });

  test("is the sandbox's published user's as always", () => {
    const demo = { staff: { ...bare, email: DEMO_USER.email } };
    expect(outcome("GET", "payments:read", { ...demo, mode: "sandbox" })).toBe("passes");
    expect(outcome("GET", "payments:read", { ...demo, mode: "live" })).toBe("PROVE");
  });
});

describe("an account that demands a second factor", () => {
  const given = { staff: { enrolled: false, provenAt: undefined }, account: { factorRequired: true } };

  test("shows nothing to who has none, but lets them add one", () => {
    expect(outcome("GET", "payments:read", given)).toBe("ENROL");
    expect(outcome("POST", "own", given)).toBe("passes");
  });

  test("lets those in who have one", () => {
    expect(outcome("GET", "payments:read", { account: { factorRequired: true } })).toBe("passes");
  });

  test("leaves the sandbox's published user alone, and only in the sandbox", () => {
    const demo = { ...given, staff: { ...given.staff, email: DEMO_USER.email } };
    expect(outcome("GET", "payments:read", { ...demo, mode: "sandbox" })).toBe("passes");
    expect(outcome("GET", "payments:read", { ...demo, mode: "live" })).toBe("ENROL");
  });
});
