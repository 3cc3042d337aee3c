import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { challengeDigest, isChallenge, newChallenge } from "./challenge.ts";
import { spendChallenge } from "./factor-store.ts";
import type {
  addPasskeyEndpoint,
  askForPasskeyEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
} from "./me-contract.ts";
import { auditOwn, ownRecordOf, personOf } from "./me.ts";
import { relyingParty } from "./passkey-proof.ts";
import { endPasskeyRow, insertPasskey, passkeyById, passkeysOf, renamePasskeyRow } from "./passkey-store.ts";
import { answerEnrolled, answerRemoved, needForFirst } from "./second-factor.ts";

const MOST_PASSKEYS = 20;

/** What the browser needs to make a passkey: one that is found without a name, and that asks for a finger, a face or a PIN. */
export async function askForPasskey(
  ctx: Ctx,
  { password }: InputOf<typeof askForPasskeyEndpoint>,
): Promise<OutputOf<typeof askForPasskeyEndpoint>> {
  const { userId } = personOf(ctx);
  await needForFirst(ctx, password);
  const { email, name } = await ownRecordOf(ctx);
  const party = relyingParty(ctx.app);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex")),
    challenge: newChallenge(ctx.app.secrets, purposeOf(userId), Date.now()),
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: (await passkeysOf(ctx.db, userId)).map(({ id, transports }) => ({ id, transports })),
  });
  return { options: { ...options } };
}

/** Adds the passkey that the browser made for our challenge. An answer that does not hold, or one known already: 400. */
export async function addPasskey(
  ctx: Ctx,
  input: InputOf<typeof addPasskeyEndpoint>,
): Promise<OutputOf<typeof addPasskeyEndpoint>> {
  const { userId } = personOf(ctx);
  const made = await madePasskey(ctx, userId, input.credential);
  if (!made || !(await spendChallenge(ctx.app, challengeDigest(made.challenge)))) throw notAccepted();
  return ctx.transaction(async (tx) => {
    if ((await passkeysOf(tx.db, userId)).length >= MOST_PASSKEYS)
      throw new Refusal("INVALID_STATE", `You have ${MOST_PASSKEYS} passkeys; take one away first.`);
    if (await passkeyById(tx.db, made.id)) throw notAccepted();
    const { challenge: _answered, ...row } = made;
    await insertPasskey(tx.db, { ...row, userId, name: input.name });
    return answerEnrolled(tx, "passkey.add", "passkeyAdded");
  });
}

/** Gives a passkey another name. Unknown or another person's: NOT_FOUND. */
export function renamePasskey(
  ctx: Ctx,
  input: InputOf<typeof renamePasskeyEndpoint>,
): Promise<OutputOf<typeof renamePasskeyEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!(await renamePasskeyRow(tx.db, userId, input.passkeyId, input.name))) throw unknown();
    await auditOwn(tx, "passkey.rename", { name: input.name });
    return answerWith(tx, await ownRecordOf(tx));
  });
}

/** Takes a passkey away. Unknown or another person's: NOT_FOUND. */
export function removePasskey(
  ctx: Ctx,
  { passkeyId }: InputOf<typeof removePasskeyEndpoint>,
): Promise<OutputOf<typeof removePasskeyEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!(await endPasskeyRow(tx.db, userId, passkeyId))) throw unknown();
    return answerRemoved(tx, "passkey.remove", "passkeyRemoved");
  });
}

const purposeOf = (userId: string): string => `passkey of ${userId}`;
const unknown = () => new Refusal("NOT_FOUND", "There is no passkey of yours with this id.");
const notAccepted = () => invalid("credential", "This passkey was not accepted; begin anew.");

type Made = {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
  challenge: string;
};

async function madePasskey(ctx: Ctx, userId: string, credential: unknown): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const party = relyingParty(ctx.app);
  let challenge = "";
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge: (answered) => {
        challenge = answered;
        return isChallenge(ctx.app.secrets, purposeOf(userId), answered, Date.now());
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports, challenge };
  } catch (error) {
    // The library throws for each thing that is wrong with an answer; why is for the log, not for the caller.
    ctx.app.log.info("a new passkey was refused", { error });
    return undefined;
  }
}
