import { APPROVAL_KINDS, type ApprovalKind, neededFor } from "./approval-states.ts";
import { type Role, ROLES, roleMay } from "./permissions.ts";

/** Who of an account may agree to what it asks for, by their role there. */
export const decidingRoles = (what: ApprovalKind): Role[] =>
  ROLES.filter((role) => roleMay(role, neededFor(what, "account")));

/** The same of each kind, as the database takes it. */
export const DECIDING_ROLES: string = JSON.stringify(
  Object.fromEntries(APPROVAL_KINDS.map((what) => [what, decidingRoles(what)])),
);
