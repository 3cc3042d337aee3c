import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { askForSignInEndpoint } from "./me-contract.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { passkeyQuestion } from "./passkey-proof.ts";

/** What the browser needs for a passkey sign-in. No person is named: the authenticator knows whose passkeys it has. */
export async function askForSignIn(ctx: Ctx): Promise<OutputOf<typeof askForSignInEndpoint>> {
  return { options: await passkeyQuestion(ctx.app, "sign-in") };
}
