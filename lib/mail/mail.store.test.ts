import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { invitePerson } from "#lib/people/invite-person.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser } from "#lib/people/create-user.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { listRules, makeRule, testRule } from "#lib/notices/rules.ts";
import { UPKEEP } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { queueMail, queueToAdmins } from "./queue-mail.ts";
import { sendLetters } from "#lib/notices/send-letters.ts";

let database: FreshDatabase;
let ctx: Ctx;
let app: App;
let dataDir: string;
let server: Server;
const letters: string[] = [];
/** By what name its client greets it. */
const greetings: string[] = [];
let refusing = false;
/** It takes who a letter is from, and says no more. */
let silent = false;
const silenced: Socket[] = [];

function answer(socket: Socket, verb: string): void {
  if (verb === "MAIL" && silent) silenced.push(socket);
  else socket.write(verb === "RCPT" && refusing ? "550 nobody here\r\n" : "250 good\r\n");
}

/** A mail server that speaks just enough SMTP (RFC 5321). */
function mailServer(): Server {
  return createServer((socket) => {
    let letter: string | undefined;
    socket.write("220 test\r\n");
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      if (letter !== undefined) {
        letter += chunk;
        if (!letter.endsWith("\r\n.\r\n")) return;
        letters.push(letter);
        letter = undefined;
        return void socket.write("250 taken\r\n");
      }
      const [verb = "", name = ""] = chunk.split(/[ \r]/, 2);
      if (verb === "EHLO") greetings.push(name);
      if (verb === "DATA") {
        letter = "";
        return void socket.write("354 go on\r\n");
      }
      answer(socket, verb);
    });
  });
}

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "desk-mail-"));
  server = mailServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const source = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    PUBLIC_URL: "https://desk.example.com",
  };
  app = await openApp(checkEnv({ ...source, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "desk@example.com" }).env);
  ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(async () => {
  server.close();
  await closeApp();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const rows = async () =>
  (
    await app.database.pool.query(
      "select recipient, tries, sent_at, next_at, error, body, link_sealed from mail order by made_at",
    )
  ).rows;

test("a letter is sent once, from and to whom it should be", async () => {
  await queueMail(ctx, "anna@example.com", () => ({ subject: "hello", text: "Plain words." }));
  expect(await sendLetters(ctx)).toBe(1);
  expect(await sendLetters(ctx)).toBe(0);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatch(/From: desk@example.com[\s\S]*To: anna@example.com[\s\S]*Subject: Desk: hello/);
  expect(letters[0]).toContain("Plain words.");
  expect(letters[0]).toMatch(/Message-ID: <[0-9a-f-]{36}@desk\.example\.com>/i);
  expect(greetings).toEqual(["desk.example.com"]);
});

test("what rolls back is not sent; what is refused waits, is tried again, and says why", async () => {
  const gone = ctx.transaction(async (tx) => {
    await queueMail(tx, "gone@example.com", () => ({ subject: "never", text: "" }));
    throw new Error("rolled back");
  });
  await expect(gone).rejects.toThrow("rolled back");
  refusing = true;
  await queueMail(ctx, "bert@example.com", () => ({ subject: "later", text: "" }));
  expect(await sendLetters(ctx)).toBe(0);
  const [, waiting] = await rows();
  expect(waiting).toMatchObject({ recipient: "bert@example.com", tries: 1, sent_at: null });
  expect(waiting.error).toContain("nobody here");
  refusing = false;
  await app.database.pool.query("update mail set next_at = clock_timestamp() where sent_at is null");
  expect(await sendLetters(ctx)).toBe(1);
  await app.database.pool.query("update mail set next_at = clock_timestamp(), tries = 5 where recipient like 'bert%'");
  refusing = true;
  await sendLetters(ctx);
  expect((await rows())[1]).toMatchObject({ tries: 6, next_at: null });
});

test("a server that says no more holds up no round, and its letters one wait for all of them", async () => {
  await app.database.pool.query("update mail set next_at = null");
  for (const nth of [1, 2, 3]) await queueMail(ctx, `silent${nth}@example.com`, () => ({ subject: "x", text: "" }));
  [refusing, silent] = [false, true];
  await runTick(ctx, UPKEEP);
  expect(silenced).toEqual([]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sending = sendLetters(ctx);
  await vi.waitUntil(() => silenced.length === 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sending).toBe(0);
  vi.useRealTimers();
  for (const socket of silenced.splice(0)) socket.destroy();
  silent = false;
  const waiting = (await rows()).filter(({ recipient }) => recipient.startsWith("silent"));
  expect(waiting).toMatchObject(
    Array.from({ length: 3 }, () => ({ tries: 1, error: "The mail server took too long." })),
  );
  await app.database.pool.query("update mail set next_at = clock_timestamp() where recipient like 'silent%'");
  expect(await sendLetters(ctx)).toBe(3);
});

test("the administrators of an account are told, others and who was shut out are not; without SMTP_URL nothing is queued", async () => {
  refusing = false;
  const account = await openAccount(ctx, "acme");
  for (const role of ["admin", "viewer"] as const)
    await createUser(ctx, { email: `${role}@example.com`, name: role, memberships: [{ accountId: account.id, role }] });
  const left = { email: "left@example.com", name: "Left" };
  await createUser(ctx, { ...left, memberships: [{ accountId: account.id, role: "admin" }] });
  await app.database.pool.query("update staff_user set disabled_at = business_now() where email = $1", [left.email]);
  const outside = { email: "outside@example.com", name: "Outside" };
  await createUser(ctx, { ...outside, memberships: [{ accountId: account.id, role: "admin" }] });
  await app.database.pool.query(
    "update membership set disabled_at = business_now() where user_id = (select id from staff_user where email = $1)",
    [outside.email],
  );
  const before = (await rows()).length;
  await queueToAdmins(ctx, account.id, () => ({ subject: "notice", text: "" }));
  expect((await rows()).slice(before).map(({ recipient }) => recipient)).toEqual(["admin@example.com"]);
  const without = { ...app, env: { ...app.env, smtpUrl: undefined } };
  const silent = contextFor(without, { actor: { kind: "operator" }, requestId: "test" });
  await queueToAdmins(silent, account.id, () => ({ subject: "notice", text: "" }));
  expect(await rows()).toHaveLength(before + 1);
  expect(await sendLetters(silent)).toBe(0);
});

test("a rule by letter fails while its letters do, and has told somebody only once one left", async () => {
  const account = await openAccount(ctx, "rules");
  for (const name of ["dora", "emil"])
    await createUser(ctx, {
      email: `${name}@example.com`,
      name,
      memberships: [{ accountId: account.id, role: "admin" }],
    });
  const admin = contextFor(app, { actor: { kind: "operator" }, account, requestId: "test" });
  const rule = async () => (await listRules(admin)).data[0];
  const { ruleId } = await makeRule(admin, { channel: "MAIL", topics: ["LOW"], role: "admin" });
  await testRule(admin, { ruleId });
  expect(await rule()).not.toHaveProperty("sentAt");
  refusing = true;
  await sendLetters(ctx);
  expect(await rule()).toMatchObject({ fault: "SMTP 550", failingSince: expect.any(Number) });
  const due = (who: string) =>
    app.database.pool.query("update mail set next_at = clock_timestamp() where rule_id = $1 and recipient like $2", [
      ruleId,
      who,
    ]);
  refusing = false;
  await due("dora%");
  expect(await sendLetters(ctx)).toBe(1);
  expect(await rule()).toMatchObject({ fault: "SMTP 550", sentAt: expect.any(Number) });
  await due("emil%");
  expect(await sendLetters(ctx)).toBe(1);
  expect(await rule()).not.toHaveProperty("fault");
  expect(await rule()).not.toHaveProperty("failingSince");
});

test("an invitation's link lies sealed until its letter is sent, and nowhere afterwards", async () => {
  refusing = false;
  const account = await openAccount(ctx, "shop");
  const admin = contextFor(app, { actor: { kind: "operator" }, account, requestId: "test" });
  await invitePerson(admin, { email: "carla@example.com", role: "treasurer" });
  const storedMail = async () =>
    JSON.stringify((await rows()).filter(({ recipient }) => recipient === "carla@example.com"));
  expect(await storedMail()).toContain("[link]");
  await sendLetters(ctx);
  const letter = (letters.find((each) => /^To: carla@example.com/m.test(each)) ?? "").replaceAll("=\r\n", "");
  expect(letter).toMatch(/^Subject: Desk: You are invited to shop/m);
  const [, token = ""] = /\/invitation#([\w-]{43})/.exec(letter.replaceAll("=3D", "=")) ?? [];
  expect(token).toHaveLength(43);
  expect(await storedMail()).not.toContain(token);
  const [row] = (await rows()).filter(({ recipient }) => recipient === "carla@example.com");
  expect(row).toMatchObject({ link_sealed: null });
});

test("no subject or address makes headers, or readers, of its own", async () => {
  const before = letters.length;
  await queueMail(ctx, "anna,evil@example.com", () => ({
    subject: "Ada\r\nBcc: evil@example.com\r\n\r\njoined",
    text: "\r\n.\r\nQUIT",
  }));
  expect(await sendLetters(ctx)).toBe(1);
  const [letter = "", ...more] = letters.slice(before);
  expect(more).toEqual([]);
  const [head = ""] = letter.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n\r\n", 1);
  expect(head).toMatch(/^Subject: Desk: Ada +Bcc: evil@example\.com +joined$/m);
  expect(head).not.toMatch(/^Bcc:/m);
  expect(head).toMatch(/^To: ["<]+anna,evil["]?@example\.com>?$/m);
});
