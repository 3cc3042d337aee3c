import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { withMail } from "#e2e/world/letters.ts";
import { openStand, type Stand } from "#lib/server/front-server.fixture.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { openAccount } from "./accounts.ts";
import { createUser } from "./create-user.ts";
import { invitePerson } from "./invite-person.ts";
import { forgotPassword } from "./own-password.ts";
import { erasePerson, getOwnData, reviewAccess, reviewAllAccess } from "./personal-data.ts";
import { currentStaff, openSession } from "./session.ts";
import { signIn } from "./sign-in.ts";

let database: FreshDatabase;
let stand: Stand;
let app: App;
beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
  app = withMail(stand.app);
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

const PASSWORD = "purple walrus on a bicycle";
const FROM = { clientAddress: "198.51.100.77", agent: "Telltale/7", device: "e".repeat(22) };

async function person(name: string, role: "admin" | "viewer", accountName = `account ${randomUUID()}`) {
  const account = await openAccount(stand.operator, accountName);
  const email = `${randomUUID()}@telltale.example`;
  const memberships = [{ accountId: account.id, role }];
  const { userId } = await createUser(stand.operator, { email, name, password: PASSWORD, memberships });
  const sessionId = await openSession(app, userId, FROM);
  const actor = { kind: "staff", userId, name, role, sessionId } as const;
  return { email, userId, account, ctx: contextFor(app, { actor, account }) };
}

test("the review lists an account's people and no others, safe against formulas", async () => {
  const admin = await person("Ada", "admin");
  await person('=HYPERLINK("http://evil")', "viewer", admin.account.name);
  await person("\uFF1Dcmd", "viewer", admin.account.name);
  const stranger = await person("Eve", "admin");
  const { bytes, fileName } = await reviewAccess(admin.ctx);
  const text = new TextDecoder().decode(bytes as Uint8Array);
  expect(fileName).toMatch(/^access-review-\d{4}-\d\d-\d\d\.csv$/);
  const [head = "", first = "", second = "", third = "", ...rest] = text.split("\r\n");
  expect(head).toBe("account,name,email,role,roleSince,state,secondFactor,password,lastSignIn,invitedBy,userId");
  expect(first).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(second).toMatch(new RegExp(`,Ada,${admin.email},admin,[^,]+,ACTIVE,false,true,[^,]+,,${admin.userId}$`));
  expect(third).toContain(",'\uFF1Dcmd,");
  expect(rest).toEqual([""]);
  expect(await reviewAllAccess(stand.operator)).toContain(stranger.email);
});

test("a person is answered everything that is kept of them, and no secret", async () => {
  const ada = await person("Ada", "admin");
  const text = JSON.stringify(await getOwnData(ada.ctx));
  for (const value of [ada.email, "Ada", ada.account.name, FROM.clientAddress, FROM.agent])
    expect(text).toContain(value);
  expect(text).not.toMatch(/argon2|digest|sealed|publicKey/i);
});

test("who is forgotten is named nowhere that may change, opens nothing, and keeps the id", async () => {
  const admin = await person("Ada", "admin");
  const gone = await person("Telltale Person", "viewer", admin.account.name);
  const other = await person("Bea", "admin");
  await forgotPassword(contextFor(app, { actor: { kind: "public" } }), { email: gone.email });
  await invitePerson(other.ctx, { email: gone.email, role: "viewer", name: "Telltale Person" });
  expect(await erasePerson(stand.operator, ` ${gone.email.toUpperCase()}`)).toEqual({ userId: gone.userId });
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'audit'",
  );
  const leaking: string[] = [];
  for (const { name } of tables) {
    const found = await app.database.pool.query(`select 1 from public."${name}" t where t::text ~ $1 limit 1`, [
      `${gone.email}|Telltale Person`,
    ]);
    if (found.rowCount) leaking.push(name);
  }
  expect(leaking).toEqual([]);
  const { rows } = await app.database.pool.query(
    "select client_address, agent, device_digest from staff_session where user_id = $1",
    [gone.userId],
  );
  expect(rows).toEqual([{ client_address: null, agent: null, device_digest: null }]);
  expect(await signIn(app, { email: gone.email, password: PASSWORD })).toBeUndefined();
  expect(await currentStaff(undefined)).toBeUndefined();
  await expect(erasePerson(stand.operator, gone.email)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the last administrator of others is not forgotten, one who is alone is", async () => {
  const admin = await person("Ada", "admin");
  await person("Bea", "viewer", admin.account.name);
  await expect(erasePerson(stand.operator, admin.email)).rejects.toMatchObject({ code: "INVALID_STATE" });
  const alone = await person("Cora", "admin");
  await expect(erasePerson(stand.operator, alone.email)).resolves.toMatchObject({ userId: alone.userId });
});
