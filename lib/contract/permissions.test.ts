import { describe, expect, test } from "vitest";
import {
  HOUSE_PERMISSIONS,
  HOUSE_ROLES,
  HOUSE_SCOPES,
  houseRoleMay,
  type Permission,
  ROLES,
  roleMay,
  SCOPES,
  STAFF_PERMISSIONS,
  whoseIs,
} from "./permissions.ts";

const ACCOUNT: readonly Permission[] = [...SCOPES, ...STAFF_PERMISSIONS];
const HOUSE: readonly Permission[] = [...HOUSE_SCOPES, ...HOUSE_PERMISSIONS];
const all = (roles: readonly string[], permission: Permission) => roles.filter((role) => roleMay(role, permission));
const allOfHouse = (permission: Permission) => HOUSE_ROLES.filter((role) => houseRoleMay(role, permission));

describe("roles of an account", () => {
  test.each<[Permission, string]>([
    ["payments:read", "viewer operator treasurer developer auditor admin"],
    ["sandbox", "viewer operator treasurer developer admin"],
    ["payments:write", "operator treasurer admin"],
    ["notes:write", "operator treasurer admin"],
    ["conversions:write", "treasurer admin"],
    ["conversions:execute", "treasurer admin"],
    ["holds:write", "treasurer admin"],
    ["payouts:request", "treasurer admin"],
    ["settings:write", "treasurer admin"],
    ["keys:write", "developer admin"],
    ["webhooks:write", "developer admin"],
    ["keys:read", "developer auditor admin"],
    ["people:read", "auditor admin"],
    ["people:write", "admin"],
  ])("%s is held by %s", (permission, holders) => {
    expect(all(ROLES, permission).join(" ")).toBe(holders);
  });

  test("never carry what is the house's, and an unknown role carries nothing", () => {
    for (const permission of [...ACCOUNT, ...HOUSE]) {
      expect(roleMay("admin", permission)).toBe(whoseIs(permission) === "account");
      expect(roleMay("compliance", permission)).toBe(false);
      expect(roleMay("owner", permission)).toBe(false);
    }
  });

  test("of an auditor change nothing", () => {
    expect(ACCOUNT.filter((permission) => roleMay("auditor", permission) && !permission.endsWith(":read"))).toEqual([]);
  });
});

describe("roles of the house", () => {
  test.each<[Permission, string]>([
    ["house:read", "viewer operator compliance treasurer auditor admin"],
    ["house:cases", "operator compliance treasurer admin"],
    ["house:chains", "operator treasurer admin"],
    ["house:holds", "compliance admin"],
    ["house:wallets", "treasurer admin"],
    ["house:payouts", "treasurer admin"],
    ["house:settings", "treasurer admin"],
    ["house:audit", "compliance treasurer auditor admin"],
    ["house:people", "admin"],
    ["house:accounts", "admin"],
    ["house:keys", "admin"],
  ])("%s is held by %s", (permission, holders) => {
    expect(allOfHouse(permission).join(" ")).toBe(holders);
  });

  test("never carry what is an account's", () => {
    for (const permission of ACCOUNT) expect(allOfHouse(permission)).toEqual([]);
    expect(houseRoleMay("developer", "house:read")).toBe(false);
  });
});
