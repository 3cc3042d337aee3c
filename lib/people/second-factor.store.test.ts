import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { openStand, type Stand } from "#lib/server/front-server.fixture.ts";
import { lastLink, withMail } from "#e2e/world/letters.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openAccount } from "./accounts.ts";
import { createUser } from "./create-user.ts";
import { DEMO_USER } from "./demo-user.ts";
import { endOtherSessions, endSession, getMe, getSessions, prove } from "./me.ts";
import { changePassword, dropFactor, forgotPassword, setPassword } from "./own-password.ts";
import { askForPasskey } from "./passkeys.ts";
import { openSession } from "./session.ts";
import { confirmAuthenticator, removeAuthenticator, renewRecoveryCodes, startAuthenticator } from "./second-factor.ts";
import type { SignedIn } from "./enter.ts";
import { type FactorRequired, signIn, signInByCode } from "./sign-in.ts";
import { stepAt, totpCode } from "./totp.ts";
import { resetSecondFactor } from "./users.ts";

let database: FreshDatabase;
let stand: Stand;
beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});
// On a busy machine the 30 seconds of a code ended between its making and its use.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const PASSWORD = "correct horse";
const FROM = { clientAddress: "198.51.100.7", agent: "Browser/1" };

type Person = { ctx: Ctx; userId: string; email: string; sessionId: string; account: { id: string; name: string } };

async function person(email = `${randomUUID()}@example.com`, ...others: string[]): Promise<Person> {
  const account = await openAccount(stand.operator, `account ${randomUUID()}`);
  const memberships = [account.id, ...others].map((accountId) => ({ accountId, role: "admin" as const }));
  const { userId } = await createUser(stand.operator, { email, name: "Anna", password: PASSWORD, memberships });
  const sessionId = await openSession(stand.app, userId, FROM);
  const actor = { kind: "staff", userId, name: "Anna", role: "admin", sessionId } as const;
  return { ctx: contextFor(stand.app, { actor, account }), userId, email, sessionId, account };
}

type Enrolled = { secret: string; codes: string[]; codeAt(later: number): string };

/** `codeAt(0)` is the code after the one that was confirmed, `codeAt(1)` the next: each counts once. */
async function enrolled(one: Person): Promise<Enrolled> {
  const { secret = "" } = await startAuthenticator(one.ctx, { password: PASSWORD });
  const here = stepAt(Date.now());
  const codeAt = (later: number) => totpCode(secret, here + later);
  const done = await confirmAuthenticator(one.ctx, { code: codeAt(-1) });
  return { secret, codeAt, codes: done.recoveryCodes ?? [] };
}

const passwordIn = ({ email }: Person) => signIn(stand.app, { email, password: PASSWORD, ...FROM });
const ticketOf = async (one: Person) => ((await passwordIn(one)) as FactorRequired).ticket;
const withCode = (ticket: string, code: string) => signInByCode(stand.app, { ticket, code, ...FROM });

async function actionsOn(userId: string): Promise<string[]> {
  const { rows } = await stand.app.database.pool.query<{ action: string }>(
    "select action from audit where object_id = $1 order by seq",
    [userId],
  );
  return rows.map(({ action }) => action);
}

describe("an authenticator app", () => {
  test("counts from its first code on, and is then asked for at the door", async () => {
    const one = await person();
    await startAuthenticator(one.ctx, { password: PASSWORD });
    expect(await passwordIn(one)).toHaveProperty("sessionId");
    const { codeAt, codes } = await enrolled(one);
    expect(codes).toHaveLength(10);
    const answer = await passwordIn(one);
    expect(answer).toEqual({ ticket: expect.any(String) });
    const done = await withCode((answer as FactorRequired).ticket, codeAt(0));
    expect(done).toMatchObject({ userId: one.userId, sessionId: expect.any(String) });
  });

  test("no code is taken twice, nor an earlier one after a later one", async () => {
    const one = await person();
    const { codeAt } = await enrolled(one);
    expect(await withCode(await ticketOf(one), codeAt(-1))).toBeUndefined();
    const [first, second] = await Promise.all(
      [await ticketOf(one), await ticketOf(one)].map((ticket) => withCode(ticket, codeAt(0))),
    );
    expect([first, second].filter((done) => done !== undefined)).toHaveLength(1);
    expect(await withCode(await ticketOf(one), codeAt(0))).toBeUndefined();
  });

  test("a ticket opens one session, for one person, until the password is changed", async () => {
    const [one, other] = [await person(), await person()];
    const [mine, theirs] = [await enrolled(one), await enrolled(other)];
    const ticket = await ticketOf(one);
    expect(await withCode(ticket, theirs.codeAt(0))).toBeUndefined();
    const forged = `${ticket.slice(0, -9)}${ticket.at(-9) === "A" ? "B" : "A"}${ticket.slice(-8)}`;
    expect(await withCode(forged, mine.codeAt(0))).toBeUndefined();
    expect(await withCode(ticket, mine.codeAt(0))).toBeDefined();
    expect(await withCode(ticket, mine.codeAt(1))).toBeUndefined();
    const late = await ticketOf(other);
    await changePassword(other.ctx, { currentPassword: PASSWORD, password: "purple walrus on a bicycle" });
    expect(await withCode(late, theirs.codeAt(0))).toBeUndefined();
  });

  test("that is the first asks for the password again, and so does a first passkey", async () => {
    const one = await person();
    for (const password of [undefined, "", "wrong password"])
      for (const begin of [startAuthenticator, askForPasskey])
        await expect(begin(one.ctx, { password })).rejects.toMatchObject({
          detail: { errors: [{ field: "password" }] },
        });
    expect(await startAuthenticator(one.ctx, { password: PASSWORD })).toHaveProperty("secret");
    await enrolled(one);
    expect(await askForPasskey(one.ctx, {})).toHaveProperty("options");
  });

  test("its secret lies sealed, and is asked for once", async () => {
    const one = await person();
    const { secret, codeAt } = await enrolled(one);
    const { rows } = await stand.app.database.pool.query("select secret_sealed from staff_totp where user_id = $1", [
      one.userId,
    ]);
    expect(rows.map((row) => row.secret_sealed.toString("latin1")).join()).not.toContain(secret);
    const again = await confirmAuthenticator(one.ctx, { code: codeAt(1) }).catch((error) => error);
    expect(again).toMatchObject({ code: "INVALID_STATE" });
  });

  test("is still asked for after a new password by a letter", async () => {
    const one = await person();
    const { codeAt } = await enrolled(one);
    const app = withMail(stand.app);
    await forgotPassword(contextFor(app, { actor: { kind: "public" } }), { email: one.email });
    const password = "purple walrus on a bicycle";
    await setPassword(one.ctx, { token: await lastLink(app, one.email), password });
    const answer = await signIn(stand.app, { email: one.email, password, ...FROM });
    expect(answer).toEqual({ ticket: expect.any(String) });
    expect(await withCode((answer as FactorRequired).ticket, codeAt(0))).toBeDefined();
  });

  test("is not guessed from many places at once: whoever knows the password has twenty codes an hour", async () => {
    const one = await person();
    const { codeAt } = await enrolled(one);
    await stand.app.database.pool.query("update staff_session set client_address = null where user_id = $1", [
      one.userId,
    ]);
    const ticket = await ticketOf(one);
    const from = (nth: number, code: string) =>
      signInByCode(stand.app, { ticket, code, clientAddress: `203.0.113.${nth}` });
    for (let nth = 0; nth < 20; nth += 1) expect(await from(nth, "000000")).toBeUndefined();
    expect(await from(99, codeAt(0))).toBeUndefined();
    // A place that has signed the person in goes on.
    const home = "198.51.100.77";
    await openSession(stand.app, one.userId, { clientAddress: home });
    expect(await signInByCode(stand.app, { ticket, code: codeAt(0), clientAddress: home })).toBeDefined();
  });

  test("after eight wrong codes the right one is refused too", async () => {
    const one = await person();
    const { codeAt } = await enrolled(one);
    const ticket = await ticketOf(one);
    await Promise.all(Array.from({ length: 8 }, () => withCode(ticket, "000000")));
    expect(await withCode(ticket, codeAt(0))).toBeUndefined();
    // Failed sign-ins do not lock the person out of the session they have.
    for (let tries = 0; tries < 8; tries += 1)
      await expect(prove(one.ctx, { code: "000000" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(prove(one.ctx, { code: codeAt(0) })).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("is not guessed by opening session after session: twenty tries an hour for all that have never shown it", async () => {
    const one = await person();
    const { codeAt } = await enrolled(one);
    const inNew = async (device: string): Promise<Ctx> => {
      const sessionId = await openSession(stand.app, one.userId, { ...FROM, device, way: "sso" });
      const actor = { kind: "staff", userId: one.userId, name: "Anna", role: "admin", sessionId } as const;
      return contextFor(stand.app, { actor, account: one.account });
    };
    const home = "h".repeat(22);
    await prove(await inNew(home), { code: codeAt(0) });
    const outcomes: string[] = [];
    for (let nth = 0; nth < 21; nth += 1) {
      const tried = prove(await inNew(`${nth}`.repeat(22).slice(0, 22)), { code: "000000" });
      outcomes.push(
        await tried.then(
          () => "proven",
          ({ code }) => code,
        ),
      );
    }
    expect([outcomes.indexOf("RATE_LIMITED"), new Set(outcomes)]).toEqual([
      // Three are used up: to enrol the password and a code, and the first proof at home.
      17,
      new Set(["VALIDATION_FAILED", "RATE_LIMITED"]),
    ]);
    await expect(prove(await inNew("n".repeat(22)), { code: codeAt(1) })).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    // A browser that has shown it goes on.
    expect(await prove(await inNew(home), { code: codeAt(1) })).toHaveProperty("provenUntil");
    const noted = (await actionsOn(one.userId)).filter((action) => action.startsWith("user.proof."));
    expect(noted).toEqual([...Array<string>(17).fill("user.proof.refused"), "user.proof.throttled"]);
  });

  test("a wrong password within a session stands in the record too", async () => {
    const one = await person();
    await expect(startAuthenticator(one.ctx, { password: "wrong password" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    expect((await actionsOn(one.userId)).at(-1)).toBe("user.proof.refused");
  });

  test("can be taken away, and with the last factor the recovery codes go", async () => {
    const one = await person();
    const { codes } = await enrolled(one);
    await removeAuthenticator(one.ctx);
    expect(await passwordIn(one)).toHaveProperty("sessionId");
    expect(await getMe(one.ctx)).toMatchObject({ enrolled: false, recoveryCodesLeft: 0 });
    expect((await enrolled(one)).codes).not.toContain(codes[0]);
    expect(await actionsOn(one.userId)).toEqual([
      "user.create",
      "user.sign-in",
      "user.authenticator.add",
      "user.authenticator.remove",
      "user.sign-in",
      "user.authenticator.add",
    ]);
  });

  test("each change of a sign-in stands in the record of every account of the person, and so does a reset", async () => {
    const other = await openAccount(stand.operator, `account ${randomUUID()}`);
    const one = await person(undefined, other.id);
    await enrolled(one);
    await openSession(stand.app, one.userId, FROM);
    await endOtherSessions(one.ctx);
    await resetSecondFactor(one.ctx, { userId: one.userId });
    const { rows } = await stand.app.database.pool.query<{ action: string; account: string }>(
      "select action, account_id as account from audit where object_id = $1",
      [one.userId],
    );
    for (const action of ["user.authenticator.add", "user.sign-out", "user.second-factor.reset"])
      expect([
        action,
        rows
          .filter((row) => row.action === action)
          .map(({ account }) => account)
          .sort(),
      ]).toEqual([action, [one.account.id, other.id].sort()]);
  });

  test("the last one stays where the account demands one", async () => {
    const one = await person();
    await enrolled(one);
    await changeSettings(one.ctx, { secondFactor: "REQUIRED" });
    await expect(removeAuthenticator(one.ctx)).rejects.toMatchObject({ code: "INVALID_STATE" });
    expect(await getMe(one.ctx)).toMatchObject({ enrolled: true, required: true });
  });

  test("the sandbox's published user comes in without", async () => {
    const demo = await person(DEMO_USER.email);
    await enrolled(demo);
    expect(await passwordIn(demo)).toHaveProperty("sessionId");
  });
});

describe("recovery codes", () => {
  test("each counts once, however it is typed, and leaves a trace", async () => {
    const one = await person();
    const { codes } = await enrolled(one);
    const typed = (codes[3] ?? "").replaceAll("-", " ").toUpperCase();
    expect(await withCode(await ticketOf(one), typed)).toBeDefined();
    expect(await withCode(await ticketOf(one), codes[3] ?? "")).toBeUndefined();
    expect(await getMe(one.ctx)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await actionsOn(one.userId)).toContain("user.recovery-code");
  });

  test("one that is used inside one account stands in the audit of each, once", async () => {
    const other = await openAccount(stand.operator, `account ${randomUUID()}`);
    const one = await person(undefined, other.id);
    const { codes } = await enrolled(one);
    await prove(one.ctx, { code: codes[0] ?? "" });
    const { rows } = await stand.app.database.pool.query<{ id: string }>(
      "select account_id as id from audit where object_id = $1 and action = 'user.recovery-code'",
      [one.userId],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([one.account.id, other.id].sort());
  });

  test("are of seventy-five random bits each", async () => {
    const { codes } = await enrolled(await person());
    const letters = codes.map((code) => code.replaceAll("-", ""));
    // Base32: five bits a character.
    for (const each of letters) expect(each).toMatch(/^[a-z2-7]{15}$/);
    expect(new Set(letters.flatMap((each) => each.match(/.{5}/g) ?? []))).toHaveProperty("size", 30);
  });

  test("new ones end the old ones, and none lies in the database", async () => {
    const one = await person();
    const { codes } = await enrolled(one);
    const { recoveryCodes: renewed = [] } = await renewRecoveryCodes(one.ctx);
    expect(await withCode(await ticketOf(one), codes[0] ?? "")).toBeUndefined();
    expect(await withCode(await ticketOf(one), renewed[0] ?? "")).toBeDefined();
    const { rows } = await stand.app.database.pool.query(
      "select digest from staff_recovery_code where user_id = $1 and ended_at is null",
      [one.userId],
    );
    expect(rows).toHaveLength(10);
  });

  test("there are none without a second factor", async () => {
    const one = await person();
    await expect(renewRecoveryCodes(one.ctx)).rejects.toMatchObject({ code: "INVALID_STATE" });
  });
});

describe("proving again", () => {
  test("notes the time in this session alone", async () => {
    const one = await person();
    const { codeAt } = await enrolled(one);
    await stand.app.database.pool.query("update staff_session set proven_at = null where id = $1", [one.sessionId]);
    expect(await getMe(one.ctx)).not.toHaveProperty("provenUntil");
    await expect(prove(one.ctx, { code: "123456" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(prove(one.ctx, {})).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const { provenUntil = 0 } = await prove(one.ctx, { code: codeAt(0) });
    vi.useRealTimers();
    expect(provenUntil - Date.now()).toBeGreaterThan(890_000);
    expect(provenUntil - Date.now()).toBeLessThanOrEqual(900_000);
  });
});

describe("an administrator", () => {
  test("lets somebody take away what they have lost: by a letter and the password, and every session is over", async () => {
    const one = await person();
    await enrolled(one);
    const app = withMail(stand.app);
    const admin = contextFor(app, { actor: { kind: "operator" }, account: one.account });
    await resetSecondFactor(admin, { userId: one.userId });
    expect(await getMe(one.ctx)).toMatchObject({ enrolled: true });
    const token = await lastLink(app, one.email);
    for (const wrong of [{ password: "wrong password" }, {}])
      await expect(dropFactor(admin, { token, ...wrong })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await dropFactor(admin, { token, password: PASSWORD });
    await expect(dropFactor(admin, { token, password: PASSWORD })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getMe(one.ctx)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await passwordIn(one)).toHaveProperty("sessionId");
    expect(await actionsOn(one.userId)).toContain("user.second-factor.reset");
    await expect(resetSecondFactor(admin, { userId: one.userId })).rejects.toMatchObject({ code: "INVALID_STATE" });
  });
});

describe("a person's sessions", () => {
  test("are listed with where they were opened, and ended one by one or all but this", async () => {
    const one = await person();
    const [second, third] = [(await passwordIn(one)) as SignedIn, (await passwordIn(one)) as SignedIn];
    const shown = async () => (await getSessions(one.ctx)).data;
    expect(await shown()).toMatchObject([
      { sessionId: third.sessionId, current: false, agent: FROM.agent, clientAddress: FROM.clientAddress },
      { sessionId: second.sessionId, current: false },
      { sessionId: one.sessionId, current: true },
    ]);
    await endSession(one.ctx, { sessionId: second.sessionId });
    await expect(endSession(one.ctx, { sessionId: second.sessionId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const stranger = await person();
    const foreign = endSession(stranger.ctx, { sessionId: third.sessionId });
    await expect(foreign).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await endOtherSessions(one.ctx)).toEqual({ count: 1 });
    expect(await shown()).toMatchObject([{ sessionId: one.sessionId }]);
  });

  test("are no key's", async () => {
    const actor = { kind: "key", keyId: "ak", scopes: [] } as const;
    const ctx = contextFor(stand.app, { actor, account: stand.account });
    await expect(getSessions(ctx)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
