import { expect, test } from "vitest";
import { claimsOf } from "./sso-claims.ts";

const GRACE = { sub: "grace", email: "grace@example.com" };
const isVerified = (more: object) => claimsOf(undefined, { ...GRACE, ...more }).emailVerified;

test("an address is verified where the provider says so, and of Entra ID where it says so of its domain", () => {
  expect([isVerified({ email_verified: true }), isVerified({ email_verified: false }), isVerified({})]).toEqual([
    true,
    false,
    false,
  ]);
  for (const xms_edov of [true, 1, "1", "true"]) expect([xms_edov, isVerified({ xms_edov })]).toEqual([xms_edov, true]);
  for (const xms_edov of [false, 0, "0", "false", "", null, {}, [true]])
    expect([xms_edov, isVerified({ xms_edov })]).toEqual([xms_edov, false]);
  for (const email_verified of [false, null, "true", 1])
    expect([email_verified, isVerified({ email_verified, xms_edov: true })]).toEqual([email_verified, false]);
});

test("groups are texts of the claim that is named for them", () => {
  const claims = { ...GRACE, groups: ["all", 7, null], roles: ["treasury"], name: 5 };
  expect(claimsOf(undefined, claims)).toEqual({
    subject: "grace",
    email: "grace@example.com",
    emailVerified: false,
    name: undefined,
    groups: ["all"],
  });
  expect(claimsOf("roles", claims).groups).toEqual(["treasury"]);
  expect(claimsOf("teams", claims).groups).toEqual([]);
});
