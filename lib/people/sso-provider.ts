import { z } from "zod";
import { type Oidc, SIGNED_BY } from "#lib/kernel/env-oidc.ts";

/** What every provider knows (OpenID Connect Core 1.0, section 5.4). */
const STANDARD = "openid email profile";
/** Of no standard: some report groups by it, others in a claim of their own, and refuse a request for it. */
const GROUPS = "groups";
/** How long a provider may take for each answer; the library would give up after 3.5 seconds. */
export const TIMEOUT_MS = 10_000;

/** What every provider signs with unless it says otherwise (OpenID Connect Core 1.0, section 2). */
const USUAL = "RS256";

const texts = z.array(z.string()).optional().catch(undefined);
const metadata = z.object({ scopes_supported: texts, id_token_signing_alg_values_supported: texts });

/** Where a provider says what it is (OpenID Connect Discovery 1.0, section 4). */
export const metadataOf = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;

/** `scope`: what it is asked for; `signedBy`: the one algorithm that its tokens have to be signed with. */
export type SsoProvider = { scope: string; signedBy: string };

/**
 * What a sign-in needs to know of a provider. Groups are asked for unless it lists its scopes and theirs is none: Keycloak,
 * Entra ID and Google end a sign-in that asks for a scope they do not have. Tokens are signed with RS256 unless it lists its
 * algorithms and that is none, or the operator says what they are signed with: some list what they can, and sign each client's
 * with what its registration says. Whatever is wrong with its answer the sign-in itself tells.
 */
export async function providerOf({ issuer, signedBy }: Oidc): Promise<SsoProvider> {
  const answered = await fetch(metadataOf(issuer), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((answer) => answer.json())
    .catch(() => undefined);
  const { scopes_supported: scopes, id_token_signing_alg_values_supported: listed } =
    metadata.safeParse(answered).data ?? {};
  return {
    scope: scopes && !scopes.includes(GROUPS) ? STANDARD : `${STANDARD} ${GROUPS}`,
    signedBy: signedBy ?? (listed && SIGNED_BY.find((each) => listed.includes(each))) ?? USUAL,
  };
}
