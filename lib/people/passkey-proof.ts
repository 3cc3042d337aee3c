import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { App } from "#lib/kernel/app.ts";
import { challengeDigest, isChallenge, newChallenge } from "./challenge.ts";
import { spendChallenge } from "./factor-store.ts";
import { noteUse, passkeyById, passkeysOf, type PasskeyRow } from "./passkey-store.ts";

/** What a passkey's answer is for: an answer requested for one use is not accepted for another. */
export type PasskeyUse = "sign-in" | `proof ${string}`;

/** The relying party is our own public address: a passkey made there answers nowhere else (WebAuthn, section 13.4.9). */
export function relyingParty(app: App): { id: string; origin: string; name: string } {
  const { hostname, origin } = new URL(app.env.publicUrl);
  return { id: hostname, origin, name: `Desk ${hostname}` };
}

/** What the browser hands to the authenticator; for a person named, only their own passkeys may answer. */
export async function passkeyQuestion(app: App, use: PasskeyUse, userId?: string): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const known = userId === undefined ? [] : await passkeysOf(app.database.prisma, userId);
  const question = await generateAuthenticationOptions({
    rpID: relyingParty(app).id,
    challenge: newChallenge(app.secrets, use, Date.now()),
    userVerification: "required",
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  });
  return { ...question };
}

/**
 * The id of the person whose passkey has answered our challenge. Undefined when the answer proves no person: a passkey
 * that is unknown or ended, another origin, a signature that does not hold, a counter that went back (a copied
 * authenticator), a challenge that is over or was answered before.
 */
export async function passkeyProof(app: App, use: PasskeyUse, given: unknown): Promise<string | undefined> {
  const credential = given as Partial<AuthenticationResponseJSON> | undefined;
  if (typeof credential?.id !== "string") return undefined;
  const passkey = await passkeyById(app.database.prisma, credential.id);
  if (!passkey) return undefined;
  const answered = await verified(app, use, passkey, credential as AuthenticationResponseJSON);
  if (!answered) return undefined;
  const { challenge, counter } = answered;
  if (!(await spendChallenge(app, challengeDigest(challenge)))) return undefined;
  return (await noteUse(app.database.prisma, passkey.id, passkey.counter, counter)) ? passkey.userId : undefined;
}

async function verified(
  app: App,
  use: PasskeyUse,
  { id, publicKey, counter, transports }: PasskeyRow,
  response: AuthenticationResponseJSON,
): Promise<{ challenge: string; counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const party = relyingParty(app);
  let challenge = "";
  try {
    const { verified: holds, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (answered) => {
        challenge = answered;
        return isChallenge(app.secrets, use, answered, Date.now());
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey, counter: Number(counter), transports },
      requireUserVerification: true,
    });
    return holds ? { challenge, counter: authenticationInfo.newCounter } : undefined;
  } catch (error) {
    // The library throws for each thing that is wrong with an answer; why is for the log, not for the caller.
    app.log.info("a passkey was refused", { error });
    return undefined;
  }
}
