import { expect, test } from "vitest";
import { ROLES, type Role, roleMay, SCOPES, STAFF_PERMISSIONS } from "./permissions.ts";

const LEAST: [string, Role][] = [
  ["payments:read", "viewer"],
  ["sandbox", "viewer"],
  ["payments:write", "operator"],
  ["holds:write", "operator"],
  ["conversions:write", "treasurer"],
  ["conversions:execute", "treasurer"],
  ["payouts:write", "treasurer"],
  ["settings:write", "treasurer"],
  ["access:write", "admin"],
];

test.each(LEAST)("%s begins with the %s", (permission, least) => {
  const allowed = ROLES.filter((role) => roleMay(role, permission as (typeof SCOPES)[number]));
  expect(allowed).toEqual(ROLES.slice(ROLES.indexOf(least)));
});

test("an admin may do all, an unknown role nothing", () => {
  for (const permission of [...SCOPES, ...STAFF_PERMISSIONS]) {
    expect(roleMay("admin", permission)).toBe(true);
    expect(roleMay("owner", permission)).toBe(false);
  }
});
