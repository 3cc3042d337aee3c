import { z } from "zod";
import type { Oidc } from "#lib/kernel/env-oidc.ts";

/** What every provider knows (OpenID Connect Core 1.0, section 5.4). */
const STANDARD = "openid email profile";
/** Of no standard: some report groups by it, others in a claim of their own, and refuse a request for it. */
const GROUPS = "groups";
/** How long a provider may take for each answer; the library would give up after 3.5 seconds. */
export const TIMEOUT_MS = 10_000;

const metadata = z.object({ scopes_supported: z.array(z.string()).optional() });

/** Where a provider says what it is (OpenID Connect Discovery 1.0, section 4). */
export const metadataOf = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;

/**
 * What is asked for at the provider: groups too, unless it lists its scopes and theirs is none. Keycloak, Entra ID and Google
 * end a sign-in that asks for a scope they do not have. Whatever is wrong with its answer the sign-in itself tells.
 */
export async function scopeFor({ issuer }: Oidc): Promise<string> {
  const answered = await fetch(metadataOf(issuer), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((answer) => answer.json())
    .catch(() => undefined);
  const scopes = metadata.safeParse(answered).data?.scopes_supported;
  return scopes && !scopes.includes(GROUPS) ? STANDARD : `${STANDARD} ${GROUPS}`;
}
