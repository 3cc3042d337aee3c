"use client";

import { houseRoleMay, type Permission, roleMay } from "#lib/contract/permissions.ts";
import { useAccount, useStaff } from "./staff.tsx";

/**
 * Whether the person's role in the current account, or in the house, carries a permission. It only decides what a page offers: the API
 * decides again on every request.
 */
export function useMay(permission: Permission): boolean {
  const { house } = useStaff();
  const { role = "" } = useAccount() ?? {};
  return roleMay(role, permission) || houseRoleMay(house?.role ?? "", permission);
}
