import type { SsoPerson } from "./sign-in-sso.ts";

/** What a provider says of a person, as it says it. */
export type Claims = Readonly<Record<string, unknown>>;

export const textClaim = (claim: unknown): string | undefined => (typeof claim === "string" ? claim : undefined);

type Person = Pick<SsoPerson, "subject" | "email" | "emailVerified" | "name" | "groups">;

/** What counts of it; groups are in the claim that is named for them. */
export function claimsOf(groupsClaim: string | undefined, claims: Claims): Person {
  const groups = claims[groupsClaim ?? "groups"];
  return {
    subject: String(claims["sub"]),
    email: textClaim(claims["email"]),
    emailVerified: isVerified(claims),
    name: textClaim(claims["name"]),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
  };
}

/** As Entra ID writes yes. */
const YES: readonly unknown[] = [true, 1, "1", "true"];

/**
 * OpenID Connect has `email_verified` for it. Entra ID never says that of the accounts of an organisation, and has
 * `xms_edov`, an optional claim: the owner of the address's domain has been verified.
 */
const isVerified = ({ email_verified: verified, xms_edov: byDomain }: Claims): boolean =>
  verified === undefined ? YES.includes(byDomain) : verified === true;
