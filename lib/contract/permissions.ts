/** What a key of a PSP may be given (rulebook 3.7). */
export const SCOPES = [
  "payments:read",
  "payments:write",
  "conversions:read",
  "conversions:write",
  "conversions:execute",
  "account:read",
  "events:read",
  "sandbox",
] as const;
export type Scope = (typeof SCOPES)[number];

/** What only people may do; no key ever holds one of these. */
export const STAFF_PERMISSIONS = [
  "holds:write",
  "notes:write",
  "payouts:write",
  "settings:write",
  "webhooks:write",
  "audit:read",
  "house:read",
  "access:read",
  "access:write",
] as const;
export type Permission = Scope | (typeof STAFF_PERMISSIONS)[number];

export const ROLES = ["viewer", "operator", "treasurer", "admin"] as const;
export type Role = (typeof ROLES)[number];

const VIEWER: readonly Permission[] = [
  "payments:read",
  "conversions:read",
  "account:read",
  "events:read",
  "audit:read",
  "house:read",
  "sandbox",
];
const OPERATOR: readonly Permission[] = [...VIEWER, "payments:write", "holds:write", "notes:write"];
const TREASURER: readonly Permission[] = [
  ...OPERATOR,
  "conversions:write",
  "conversions:execute",
  "payouts:write",
  "settings:write",
];
const ADMIN: readonly Permission[] = [...SCOPES, ...STAFF_PERMISSIONS];

const PERMISSIONS_OF_ROLE: Record<Role, readonly Permission[]> = {
  viewer: VIEWER,
  operator: OPERATOR,
  treasurer: TREASURER,
  admin: ADMIN,
};

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Whether a role carries a permission; each role has all of the one before it. */
export function roleMay(role: string, permission: Permission): boolean {
  return isRole(role) && PERMISSIONS_OF_ROLE[role].includes(permission);
}
