/** What a key of an account may be given (rulebook 3.7). */
export const SCOPES = [
  "payments:read",
  "payments:write",
  "conversions:read",
  "conversions:write",
  "conversions:execute",
  "account:read",
  "events:read",
  "webhooks:write",
  "payouts:request",
  "sandbox",
] as const;
export type Scope = (typeof SCOPES)[number];

/** What a key of the house may be given (rulebook 3.14). */
export const HOUSE_SCOPES = [
  "house:read",
  "house:moves",
  "house:payouts",
  "house:settings",
  "house:statements",
] as const;
export type HouseScope = (typeof HOUSE_SCOPES)[number];

/** What only an account's people may do; no key ever holds one of these. */
export const STAFF_PERMISSIONS = [
  "cases:read",
  "holds:write",
  "notes:write",
  "settings:write",
  "audit:read",
  "keys:read",
  "keys:write",
  "people:read",
  "people:write",
] as const;

/** What only the house's people may do. */
export const HOUSE_PERMISSIONS = [
  "house:cases",
  "house:chains",
  "house:holds",
  "house:wallets",
  "house:audit",
  "house:people",
  "house:accounts",
  "house:keys",
] as const;

export type AccountPermission = Scope | (typeof STAFF_PERMISSIONS)[number];
export type HousePermission = HouseScope | (typeof HOUSE_PERMISSIONS)[number];
export type Permission = AccountPermission | HousePermission;

/** Who may call an operation: anybody, any signed-in person about themselves, or who holds a permission. */
export type Access = "public" | "own" | Permission;

/** Whose an operation is (rulebook 3.13). */
export type Whose = "public" | "own" | "account" | "house";

/** Roles of an account's people (rulebook 11.6). */
export const ROLES = ["viewer", "operator", "treasurer", "developer", "auditor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Roles of the house's people (rulebook 11.7). */
export const HOUSE_ROLES = ["viewer", "operator", "compliance", "treasurer", "auditor", "admin"] as const;
export type HouseRole = (typeof HOUSE_ROLES)[number];

/** Every word that a membership may hold. */
export const ALL_ROLES = [...ROLES, "compliance"] as const;
export type AnyRole = (typeof ALL_ROLES)[number];

const READS: readonly AccountPermission[] = [
  "payments:read",
  "conversions:read",
  "account:read",
  "events:read",
  "audit:read",
  "cases:read",
];
const VIEWER: readonly AccountPermission[] = [...READS, "sandbox"];
const OPERATOR: readonly AccountPermission[] = [...VIEWER, "payments:write", "notes:write"];
const TREASURER: readonly AccountPermission[] = [
  ...OPERATOR,
  "conversions:write",
  "conversions:execute",
  "holds:write",
  "payouts:request",
  "settings:write",
];

const ACCOUNT: Record<Role, readonly AccountPermission[]> = {
  viewer: VIEWER,
  operator: OPERATOR,
  treasurer: TREASURER,
  developer: [...VIEWER, "keys:read", "keys:write", "webhooks:write"],
  auditor: [...READS, "keys:read", "people:read"],
  admin: [...SCOPES, ...STAFF_PERMISSIONS],
};

const HOUSE_OPERATOR: readonly HousePermission[] = ["house:read", "house:cases", "house:chains"];

const HOUSE: Record<HouseRole, readonly HousePermission[]> = {
  viewer: ["house:read"],
  operator: HOUSE_OPERATOR,
  compliance: ["house:read", "house:cases", "house:holds", "house:audit"],
  treasurer: [
    ...HOUSE_OPERATOR,
    "house:audit",
    "house:wallets",
    "house:moves",
    "house:payouts",
    "house:settings",
    "house:statements",
  ],
  auditor: ["house:read", "house:audit"],
  admin: [...HOUSE_SCOPES, ...HOUSE_PERMISSIONS],
};

export const isAnyRole = (text: string): text is AnyRole => (ALL_ROLES as readonly string[]).includes(text);
export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
export const isHouseScope = (text: string): text is HouseScope => (HOUSE_SCOPES as readonly string[]).includes(text);
export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
export const isHouseRole = (text: string): text is HouseRole => (HOUSE_ROLES as readonly string[]).includes(text);

/** Whose an operation is, by what it asks of its caller: no operation can name one and ask for another. */
export function whoseIs(access: Access): Whose {
  if (access === "public" || access === "own") return access;
  return access.startsWith("house:") ? "house" : "account";
}

/** What a role of an account allows. */
export const permissionsOf = (role: string): readonly AccountPermission[] => (isRole(role) ? ACCOUNT[role] : []);

/** Whether a role of an account carries a permission; never one of the house. */
export const roleMay = (role: string, permission: Permission): boolean =>
  permissionsOf(role).includes(permission as AccountPermission);

/** Whether a role of the house carries a permission; never one of an account. */
export const houseRoleMay = (role: string, permission: Permission): boolean =>
  isHouseRole(role) && HOUSE[role].includes(permission as HousePermission);
