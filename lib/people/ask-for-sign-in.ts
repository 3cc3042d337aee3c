import type { Answer, Ctx } from "#lib/kernel/context.ts";
import { passkeyQuestion } from "./passkey-proof.ts";

/** What the browser needs to sign somebody in by a passkey: nobody is named, the authenticator knows whose it holds. */
export async function askForSignIn(ctx: Ctx): Promise<Answer> {
  return { body: { options: await passkeyQuestion(ctx.house, "sign-in") } };
}
