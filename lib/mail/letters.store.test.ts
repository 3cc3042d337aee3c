import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { getReceipt } from "#lib/documents/get-document.ts";
import { printedWords } from "#lib/documents/printed-words.fixture.ts";
import { createUser } from "#lib/people/create-user.ts";
import { invitePerson } from "#lib/people/invite-person.ts";
import { chooseReading } from "#lib/people/reading.ts";
import { isFactorCode } from "#lib/people/prove-code.ts";
import { confirmAuthenticator, startAuthenticator } from "#lib/people/second-factor.ts";
import { openSession } from "#lib/people/session.ts";
import { stepAt, totpCode } from "#lib/people/totp.ts";
import { disableEndpoints } from "#lib/webhooks/disable-endpoints.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";

// Every figure that a letter names, against the rows. Letters name no amounts.

let world: World;
let app: App;
let user: { userId: string; email: string };
beforeAll(async () => {
  world = await openWorld();
  // Nothing is sent: letters are read where they wait.
  app = { ...world.app, env: { ...world.app.env, smtpUrl: "smtp://localhost:9" } };
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
  const memberships = [{ accountId: world.ctx.account?.id ?? "", role: "admin" as const }];
  const email = "ada@example.com";
  user = { email, userId: (await createUser(operator, { email, name: "Ada", memberships })).userId };
});
afterAll(() => world.close());

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.database.pool.query<Row>(sql, values)).rows;

async function lastLetter(): Promise<{ recipient: string; body: string } | undefined> {
  return (
    await rows<{ recipient: string; body: string }>("select recipient, body from mail order by id desc limit 1")
  )[0];
}

test("a recovery code that was used: how many are left", async () => {
  const sessionId = await openSession(app, user.userId);
  const actor = { kind: "staff", userId: user.userId, name: "Ada", role: "admin", sessionId } as const;
  const ctx: Ctx = contextFor(app, { actor, account: world.ctx.account, requestId: "test" });
  const { secret = "" } = await startAuthenticator(ctx, {});
  const { recoveryCodes = [] } = await confirmAuthenticator(ctx, { code: totpCode(secret, stepAt(Date.now())) });
  for (const code of recoveryCodes.slice(0, 3)) {
    expect(await ctx.transaction((tx) => isFactorCode(tx, user.userId, code))).toBe(true);
    const [left] = await rows<{ count: string }>(
      "select count(*) from staff_recovery_code where user_id = $1 and used_at is null and ended_at is null",
      [user.userId],
    );
    expect(await lastLetter()).toMatchObject({
      recipient: user.email,
      body: expect.stringContaining(`; ${left?.count} are left.`),
    });
  }
});

test.each([
  ["GONE", "it answered 410."],
  ["FAILING", "it failed for five days."],
] as const)("an endpoint that was disabled as %s: which one, and why", async (reason, sentence) => {
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  for (const ctx of [world.other, world.ctx]) {
    const { endpointId } = await createEndpoint(ctx, { url: "http://localhost:9/" });
    await rows("update webhook_endpoint set failing_since = business_now() - interval '5 days' where id = $1", [
      endpointId,
    ]);
    await disableEndpoints(worker, [{ id: endpointId, account_id: ctx.account?.id ?? "", reason }]);
    const letters = await rows<{ recipient: string; body: string }>(
      "select recipient, body from mail where body like $1",
      [`%${endpointId}%`],
    );
    const wanted = {
      recipient: user.email,
      body: expect.stringContaining(`${endpointId} receives nothing any more: ${sentence}`),
    };
    expect(letters).toEqual(ctx === world.ctx ? [wanted] : []);
  }
});

test("settlements that go elsewhere: where to, and where until now; to all of the account and of the house, once each", async () => {
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
  const ids = [(await houseOf(app)).id, world.ctx.account?.id ?? ""];
  const memberships = ids.map((accountId) => ({ accountId, role: "viewer" as const }));
  await createUser(operator, { email: "hugo@example.com", name: "Hugo", memberships });
  const banks = await Promise.all(
    [40, 41].map((nth) => makeBeneficiary(world.ctx, { name: `Bank ${nth}`, asset: "EUR", iban: ibanOf(nth) })),
  );
  const set = async (nth: number, more = {}) => {
    const before = await rows<{ id: string }>("select id from mail");
    const beneficiaryId = banks[nth]?.beneficiaryId ?? "";
    const wanted = { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId, ...more } as const;
    await setTermsOrAsk(operator, wanted);
    const letters = await rows<{ id: string; recipient: string; body: string }>("select id, recipient, body from mail");
    return letters.filter(({ id }) => !before.some((one) => one.id === id));
  };
  const recipients = (await set(0)).map(({ recipient }) => recipient);
  expect(recipients.filter((email) => email === user.email || email.startsWith("hugo"))).toHaveLength(2);
  expect(await set(0, { delayDays: 2 })).toEqual([]);
  const [letter] = await set(1);
  for (const part of ["acme in EUR", "name: Bank 41", `place: ${ibanOf(41)}`, `until now: ${ibanOf(40)}`])
    expect(letter?.body).toContain(part);
});

describe("how a person chose to read", () => {
  const asAda = async () => {
    const sessionId = await openSession(app, user.userId);
    const actor = { kind: "staff", userId: user.userId, name: "Ada", role: "admin", sessionId } as const;
    return contextFor(app, { actor, account: world.ctx.account, requestId: "test" });
  };
  const letterTo = async (email: string) =>
    (
      await rows<{ subject: string; body: string }>(
        "select subject, body from mail where recipient = $1 order by id desc limit 1",
        [email],
      )
    )[0];

  test("each recipient of a letter has it in their own language, and what they left open in English", async () => {
    const grace = "grace@example.com";
    const memberships = [{ accountId: world.ctx.account?.id ?? "", role: "admin" as const }];
    const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
    await createUser(operator, { email: grace, name: "Grace", memberships });
    const ctx = await asAda();
    const chosen = await chooseReading(ctx, { language: "de", numbers: "POINT_COMMA", zone: "Europe/Berlin" });
    expect(chosen).toMatchObject({ language: "de", numbers: "POINT_COMMA", zone: "Europe/Berlin" });
    const { endpointId } = await createEndpoint(world.ctx, { url: "http://localhost:9/" });
    const account_id = world.ctx.account?.id ?? "";
    const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    await disableEndpoints(worker, [{ id: endpointId, account_id, reason: "GONE" }]);
    expect(await letterTo(user.email)).toMatchObject({
      subject: "Desk: Ein Webhook-Endpunkt wurde abgeschaltet",
      body: expect.stringContaining("empfängt nichts mehr"),
    });
    expect(await letterTo(grace)).toMatchObject({ subject: "Desk: A webhook endpoint was disabled" });
  });

  test("who is invited is written to as who invites them", async () => {
    await invitePerson(await asAda(), { email: "neu@example.com", role: "viewer" });
    const letter = await letterTo("neu@example.com");
    expect(letter?.subject).toMatch(/^Desk: Sie sind zu .* eingeladen$/);
    expect(letter?.body).toContain("Ada lädt Sie mit der Rolle Einsicht");
  });

  test("a paper is in the language, figures and zone of who asks for it; a key's is in English", async () => {
    await world.price("BTC", "EUR", "60000");
    const { paymentId } = await world.bill({ fiatReceivable: Decimal.from("1234.5") });
    const read = async (ctx: Ctx) => {
      const { bytes } = await getReceipt(ctx, { paymentId });
      return printedWords(Buffer.from(await new Response(bytes).arrayBuffer())).text;
    };
    const german = await read(await asAda());
    expect(german).toContain("Quittung");
    expect(german).toContain("1.234,50 EUR");
    expect(german).toMatch(/\d\d:\d\d:\d\d (MEZ|MESZ)/);
    expect((await read(world.ctx)).replaceAll("\u00a0", "")).toMatch(/Receipt[\s\S]*1234\.50 EUR[\s\S]*UTC/);
  });

  test("a zone that is none is refused, what is absent stays, and each change is in the audit", async () => {
    const ctx = await asAda();
    await expect(chooseReading(ctx, { zone: "Mars/Olympus" })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await chooseReading(ctx, { language: "en" })).toMatchObject({ language: "en", zone: "Europe/Berlin" });
    const [line] = await rows<{ detail: object }>(
      "select detail from audit where action = 'user.reading' order by seq desc limit 1",
    );
    expect(line?.detail).toEqual({ language: "en" });
  });
});
