import type { Endpoint } from "#lib/contract/endpoint.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { DEMO_USER } from "./demo-user.ts";
import type { Access } from "#lib/contract/permissions.ts";
import type { Staff, StaffAccount } from "./session.ts";

/** What asks people for their second factor again: selling, the rules, who may come in, and all that the house decides. */
const STEP_UP: ReadonlySet<Access> = new Set<Access>([
  "conversions:execute",
  "payouts:request",
  "settings:write",
  "keys:write",
  "webhooks:write",
  "people:write",
  "house:holds",
  "house:wallets",
  "house:moves",
  "house:payouts",
  "house:settings",
  "house:statements",
  "house:people",
  "house:accounts",
  "house:keys",
]);

/** All that a person belongs to: the strictest of them rules, since one session serves all. */
const tenantsOf = ({ accounts, house }: Staff): readonly StaffAccount[] => (house ? [...accounts, house] : accounts);

/** Whether a tenant of this person requires a second factor and they have none. */
export function mustEnrol(mode: "sandbox" | "live", staff: Staff): boolean {
  return tenantsOf(staff).some(({ factorRequired }) => factorRequired) && !staff.enrolled && !isDemo(mode, staff.email);
}

/** The sandbox's published user: its password is public, so a second factor would only lock out the next reader. */
export const isDemo = (mode: "sandbox" | "live", email: string): boolean =>
  mode === "sandbox" && email === DEMO_USER.email;

/**
 * Refuses with FORBIDDEN what a person may do only with a second factor: everything but their own sign-in where a tenant
 * of theirs demands one that they lack, or they have one and this session was opened without it, as single sign-on does;
 * and what asks again when the last proof of this session is too old. Who has none and needs none passes. The body's
 * `secondFactor` says what to do.
 */
export function refuseUnproven(mode: "sandbox" | "live", endpoint: Endpoint, staff: Staff, nowMs: number): void {
  if (endpoint.scope !== "own" && mustEnrol(mode, staff))
    throw new Refusal("FORBIDDEN", "Your account asks for a second factor; add one under Your account first.", {
      body: { secondFactor: "ENROL" },
    });
  const isSignIn = endpoint.scope === "own" && endpoint.needsFactor !== true;
  if (!isSignIn && staff.enrolled && staff.provenAt === undefined && !isDemo(mode, staff.email))
    throw new Refusal("FORBIDDEN", "Show your second factor first: this session was opened without it.", {
      body: { secondFactor: "PROVE" },
    });
  const asks = endpoint.freshProof === true || (endpoint.mutation && STEP_UP.has(endpoint.scope));
  if (!asks || !staff.enrolled || isFresh(staff, nowMs)) return;
  throw new Refusal("FORBIDDEN", "Prove your second factor again: the last time is too long ago for this.", {
    body: { secondFactor: "PROVE" },
  });
}

/** Whether this session's last proof still counts, by the shortest time that a tenant of the person allows. */
export const isFresh = (staff: Staff, nowMs: number): boolean =>
  staff.provenAt !== undefined &&
  nowMs - staff.provenAt < Math.min(...tenantsOf(staff).map(({ stepUpMs }) => stepUpMs));
