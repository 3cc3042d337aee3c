import type { Endpoint } from "#lib/contract/endpoint.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { DEMO_USER } from "./demo-user.ts";
import type { Permission } from "#lib/contract/permissions.ts";
import type { Staff, StaffAccount } from "./session.ts";

/** What asks people for their second factor again: selling, the account's rules, and who may come in. */
const STEP_UP: ReadonlySet<Permission | "public"> = new Set(["conversions:execute", "settings:write", "access:write"]);

/** A person's own sign-in: reachable without a second factor, because the first one is added here. */
const OWN = "/manage/v1/me";

/** Whether this account requires a second factor and this person has none. */
export function mustEnrol(mode: "sandbox" | "live", staff: Staff, account: StaffAccount | undefined): boolean {
  return account?.factorRequired === true && !staff.enrolled && !isDemo(mode, staff.email);
}

/** The sandbox's published user: its password is public, so a second factor would only lock out the next reader. */
export const isDemo = (mode: "sandbox" | "live", email: string): boolean =>
  mode === "sandbox" && email === DEMO_USER.email;

/**
 * Refuses with FORBIDDEN what a person may do only with a second factor: everything where the account demands one that
 * they lack, and what asks again when the last proof of this session is too old. Who has none and needs none passes. The
 * body's `secondFactor` says which of the two it is.
 */
export function refuseUnproven(
  mode: "sandbox" | "live",
  endpoint: Endpoint,
  staff: Staff,
  account: StaffAccount | undefined,
  nowMs: number,
): void {
  const own = endpoint.path.startsWith(OWN);
  if (!own && mustEnrol(mode, staff, account))
    throw new Refusal("FORBIDDEN", "This account asks for a second factor; add one under Your account first.", {
      body: { secondFactor: "ENROL" },
    });
  const asks = endpoint.freshProof === true || (endpoint.mutation && STEP_UP.has(endpoint.scope));
  if (!asks || !staff.enrolled || !account || isFresh(staff, account, nowMs)) return;
  throw new Refusal("FORBIDDEN", "Prove your second factor again: the last time is too long ago for this.", {
    body: { secondFactor: "PROVE" },
  });
}

/** Whether this session's last proof still counts. */
export const isFresh = ({ provenAt }: Staff, { stepUpMs }: StaffAccount, nowMs: number): boolean =>
  provenAt !== undefined && nowMs - provenAt < stepUpMs;
