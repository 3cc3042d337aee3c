"use client";

import { houseRoleMay } from "#lib/contract/permissions.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { NAV, type NavEntry } from "./nav-entries.ts";

/** The pages that the person is offered: all of an account's, or of the house's what the role there opens. */
export function useNav(): readonly NavEntry[] {
  const account = useAccount();
  const role = useStaff().house?.role ?? "";
  return NAV.filter(({ house, houseOnly }) =>
    account && !houseOnly ? true : house !== undefined && houseRoleMay(role, house),
  );
}
