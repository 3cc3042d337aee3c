"use client";

import { type Permission, roleMay } from "#lib/contract/permissions.ts";
import { useAccount } from "./staff.tsx";

/**
 * Whether the person's role in the current account carries a permission. It only decides what a page offers: the API
 * decides again on every request.
 */
export function useMay(permission: Permission): boolean {
  const role = useAccount()?.role;
  return role !== undefined && roleMay(role, permission);
}
