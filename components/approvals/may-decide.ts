"use client";

import { neededFor } from "#lib/contract/approval-states.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { HOUSE_ROLES, houseRoleMay, roleMay, ROLES } from "#lib/contract/permissions.ts";
import { useMay } from "#components/may.ts";
import { useAccount, useStaff } from "#components/staff.tsx";

/** Whether requests are shown to the person: of the account or of the house. */
export function useSeesApprovals(): boolean {
  const [account, house] = [useMay("audit:read"), useMay("house:audit")];
  return account || house;
}

/** The roles that allow a request to be decided, where it is decided. */
export function rolesFor({ what, decides }: Pick<ApprovalRecord, "what" | "decides">): readonly string[] {
  const needed = neededFor(what, decides);
  return decides === "house"
    ? HOUSE_ROLES.filter((role) => houseRoleMay(role, needed))
    : ROLES.filter((role) => roleMay(role, needed));
}

/** Whether this person is the first of two who agree: another one decides then. */
export const isFirst = ({ firstBy }: Pick<ApprovalRecord, "firstBy">, name: string): boolean =>
  firstBy === `staff:${name}`;

/** Whether the person's roles allow them to decide a request; the API asks more of them, and decides. */
export function useMayDecide(): (approval: ApprovalRecord) => boolean {
  const { house, name } = useStaff();
  const role = useAccount()?.role ?? "";
  return (approval) => {
    if (isFirst(approval, name)) return false;
    const { what, decides } = approval;
    const needed = neededFor(what, decides);
    return decides === "house" ? houseRoleMay(house?.role ?? "", needed) : roleMay(role, needed);
  };
}
