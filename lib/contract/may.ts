import type { Actor } from "#lib/kernel/context.ts";
import {
  houseRoleMay,
  isScope,
  type Permission,
  permissionsOf,
  roleMay,
  STAFF_PERMISSIONS,
  whoseIs,
} from "./permissions.ts";

type Mode = "sandbox" | "live";

/**
 * Whether an actor holds a permission: people by their roles in the acting account and in the house, keys by their
 * scopes. A sandbox's key with the scope `sandbox` stands in for the people of its own account, never for the house.
 */
export function actorMay(mode: Mode, actor: Actor, permission: Permission): boolean {
  if (actor.kind === "operator" || actor.kind === "worker") return true;
  if (actor.kind === "key") return keyMay(mode, actor.scopes, permission);
  if (actor.kind !== "staff") return false;
  return roleMay(actor.role, permission) || houseRoleMay(actor.houseRole ?? "", permission);
}

/** Whether a key's scopes carry a permission. */
export function keyMay(mode: Mode, scopes: readonly string[], permission: Permission): boolean {
  if (scopes.includes(permission)) return true;
  return mode === "sandbox" && scopes.includes("sandbox") && !isScope(permission) && whoseIs(permission) === "account";
}

/** What an actor may do in the acting account, by name. */
export function permissionsIn(mode: Mode, actor: Actor): readonly string[] {
  if (actor.kind === "staff") return permissionsOf(actor.role);
  if (actor.kind !== "key") return [];
  return [...actor.scopes, ...STAFF_PERMISSIONS.filter((permission) => keyMay(mode, actor.scopes, permission))];
}
