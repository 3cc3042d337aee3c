import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { openStand, type Stand } from "#lib/server/front-server.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { openAccount } from "./accounts.ts";
import { askForSignIn } from "./ask-for-sign-in.ts";
import { createUser } from "./create-user.ts";
import { askForProof, getMe, prove } from "./me.ts";
import { Authenticator } from "./passkey.fixture.ts";
import { addPasskey, askForPasskey, removePasskey, renamePasskey } from "./passkeys.ts";
import { openSession } from "./session.ts";
import { signIn, signInByPasskey } from "./sign-in.ts";

let database: FreshDatabase;
let stand: Stand;
let origin: string;
beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
  origin = new URL(stand.app.env.publicUrl).origin;
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

const RP = "localhost";
const FROM = { clientAddress: "198.51.100.9" };
const optionsOf = ({ options }: { options: object }) => options;

type Person = { ctx: Ctx; userId: string; email: string };

async function person(): Promise<Person> {
  const account = await openAccount(stand.operator, `account ${randomUUID()}`);
  const email = `${randomUUID()}@example.com`;
  const memberships = [{ accountId: account.id, role: "operator" as const }];
  const { userId } = await createUser(stand.operator, { email, name: "Anna", password: "correct horse", memberships });
  const sessionId = await openSession(stand.app, userId);
  const actor = { kind: "staff", userId, name: "Anna", role: "operator", sessionId } as const;
  return { ctx: contextFor(stand.app, { actor, account }), userId, email };
}

async function withPasskey(): Promise<Person & { device: Authenticator; codes: string[] }> {
  const one = await person();
  const device = new Authenticator();
  const credential = device.make(optionsOf(await askForPasskey(one.ctx, { password: "correct horse" })), origin, RP);
  const { recoveryCodes = [] } = await addPasskey(one.ctx, { name: "Laptop", credential });
  return { ...one, device, codes: recoveryCodes };
}

const challengeOptions = async () => optionsOf(await askForSignIn(stand.operator));
const enter = (credential: unknown) => signInByPasskey(stand.app, { credential, ...FROM });

describe("a passkey", () => {
  test("is added by its name, brings recovery codes, and opens without a password", async () => {
    const { ctx, userId, email, device, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    expect(await getMe(ctx)).toMatchObject({ enrolled: true, passkeys: [{ name: "Laptop" }] });
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toMatchObject({ userId, email });
    expect(await signIn(stand.app, { email, password: "correct horse", ...FROM })).toHaveProperty("ticket");
    expect((await getMe(ctx)).passkeys[0]).toHaveProperty("lastUsedAt");
  });

  test("opens nothing for whom the provider alone lets in: whoever leaves there must not stay", async () => {
    const { userId, device } = await withPasskey();
    const { pool } = stand.app.database;
    await pool.query("insert into staff_identity (issuer, subject, user_id) values ('https://login', 'anna', $1)", [
      userId,
    ]);
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toMatchObject({ userId });
    await pool.query("update staff_user set password_hash = null where id = $1", [userId]);
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toBeUndefined();
    const { rows } = await pool.query("select 1 from audit where action = 'user.sign-in.refused' and object_id = $1", [
      userId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("answers a question once", async () => {
    const { device } = await withPasskey();
    const answer = device.prove(await challengeOptions(), origin, RP);
    const entered = await Promise.all([enter(answer), enter(answer)]);
    expect(entered.filter((done) => done !== undefined)).toHaveLength(1);
  });

  test.each([
    ["another origin", (device: Authenticator, options: object) => device.prove(options, "https://evil.example", RP)],
    ["another party", (device: Authenticator, options: object) => device.prove(options, origin, "evil.example")],
    [
      "a challenge of its own",
      (device: Authenticator) => device.prove({ challenge: Buffer.alloc(56).toString("base64url") }, origin, RP),
    ],
    [
      "another device's signature",
      (device: Authenticator, options: object) => ({
        ...new Authenticator().prove(options, origin, RP),
        id: device.id,
        rawId: device.id,
      }),
    ],
    ["nothing", () => undefined],
  ] as const)("with %s is nobody's", async (_what, answer) => {
    const { device } = await withPasskey();
    expect(await enter(answer(device, await challengeOptions()))).toBeUndefined();
  });

  test("whose counter goes back was copied, and is refused", async () => {
    const { device } = await withPasskey();
    device.counter = 7;
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toBeDefined();
    device.counter = 6;
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toBeUndefined();
    device.counter = 8;
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toBeDefined();
  });

  test("proves its owner again, but no answer for the door does, nor anybody else's", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const question = async () => optionsOf(await askForProof(one.ctx));
    const bySignIn = one.device.prove(await challengeOptions(), origin, RP);
    await expect(prove(one.ctx, { credential: bySignIn })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const foreign = other.device.prove(await question(), origin, RP);
    await expect(prove(one.ctx, { credential: foreign })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const right = one.device.prove(await question(), origin, RP);
    expect(await prove(one.ctx, { credential: right })).toHaveProperty("provenUntil");
    expect(await enter(one.device.prove(await question(), origin, RP))).toBeUndefined();
  });

  test("is added once, for the person who was asked", async () => {
    const { ctx, device } = await withPasskey();
    const twice = { name: "Twice", credential: device.make(optionsOf(await askForPasskey(ctx, {})), origin, RP) };
    await expect(addPasskey(ctx, twice)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const other = await person();
    const credential = new Authenticator().make(optionsOf(await askForPasskey(ctx, {})), origin, RP);
    const stolen = addPasskey(other.ctx, { name: "Stolen", credential });
    await expect(stolen).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("is renamed and taken away by its owner alone; then it opens nothing", async () => {
    const { ctx, device } = await withPasskey();
    const stranger = await person();
    const passkeyId = device.id;
    const refused = { code: "NOT_FOUND" };
    await expect(renamePasskey(stranger.ctx, { passkeyId, name: "Mine" })).rejects.toMatchObject(refused);
    await expect(removePasskey(stranger.ctx, { passkeyId })).rejects.toMatchObject(refused);
    await renamePasskey(ctx, { passkeyId, name: "Old laptop" });
    expect((await getMe(ctx)).passkeys).toMatchObject([{ name: "Old laptop" }]);
    const left = await removePasskey(ctx, { passkeyId });
    expect(left).toMatchObject({ enrolled: false, recoveryCodesLeft: 0, passkeys: [] });
    expect(await enter(device.prove(await challengeOptions(), origin, RP))).toBeUndefined();
  });
});
