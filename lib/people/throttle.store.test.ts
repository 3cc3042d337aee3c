import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { withMail } from "#e2e/world/letters.ts";
import { openStand, type Stand } from "#lib/server/front-server.fixture.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { openLog } from "#lib/kernel/log.ts";
import { openAccount } from "./accounts.ts";
import { createUser } from "./create-user.ts";
import { countPassword, type TryOrigin } from "./login-throttle.ts";
import { signIn, signInByCode, signInByPasskey } from "./sign-in.ts";
import { signInBySso } from "./sign-in-sso.ts";
import { closeSession } from "./sign-out.ts";

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

const PASSWORD = "purple walrus on a bicycle";
type Person = { email: string; userId: string; accounts: { id: string }[] };

async function person(accounts = 1): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const made = [];
  for (let nth = 0; nth < accounts; nth += 1) made.push(await openAccount(stand.operator, `account ${randomUUID()}`));
  const memberships = made.map(({ id }) => ({ accountId: id, role: "viewer" as const }));
  const { userId } = await createUser(stand.operator, { email, name: "Ada", password: PASSWORD, memberships });
  return { email, userId, accounts: made };
}

const stranger = (nth: number): TryOrigin => ({
  clientAddress: `203.0.113.${nth}`,
  deviceKnown: false,
  addressKnown: false,
});
const enter = ({ email }: Person, from: { clientAddress?: string; device?: string }, password = PASSWORD) =>
  signIn(withMail(stand.app), { email, password, ...from });
/** Counts tries without their hashes, which take their time. */
async function tries(email: string, times: number, place: (nth: number) => TryOrigin): Promise<string[]> {
  const outcomes = [];
  for (let nth = 0; nth < times; nth += 1) outcomes.push((await countPassword(stand.app, email, place(nth))).kind);
  return outcomes;
}

test("strangers delay strangers alone: whoever has been here before comes in", async () => {
  const ada = await person();
  const home = { clientAddress: "198.51.100.1", device: "a".repeat(22) };
  expect(await enter(ada, home)).toBeDefined();
  expect((await tries(ada.email, 41, (nth) => stranger(Math.floor(nth / 8)))).at(-1)).toBe("refused");
  expect(await enter(ada, { clientAddress: "203.0.113.99" })).toBeUndefined();
  expect(await enter(ada, home)).toBeDefined();
  expect(await enter(ada, { clientAddress: home.clientAddress })).toBeDefined();
  expect(await enter(ada, { clientAddress: "203.0.113.98", device: home.device })).toBeDefined();
});

test("a whole firm behind one address is not locked by the wrong passwords of one", async () => {
  const [ada, bea] = [await person(), await person()];
  const firm = { clientAddress: "198.51.100.2" };
  await tries(ada.email, 60, () => ({ ...firm, deviceKnown: false, addressKnown: false }));
  expect(await enter(ada, firm)).toBeUndefined();
  expect(await enter(bea, firm)).toBeDefined();
});

test("a success clears the person's own counter there, and no other", async () => {
  const [ada, bea] = [await person(), await person()];
  const firm = { clientAddress: "198.51.100.3" };
  const place = { ...firm, deviceKnown: false, addressKnown: false };
  await tries(ada.email, 7, () => place);
  await tries(bea.email, 8, () => place);
  expect(await enter(ada, firm)).toBeDefined();
  expect(await tries(ada.email, 2, () => place)).toEqual(["free", "free"]);
  expect(await enter(bea, firm)).toBeUndefined();
});

test("the cost of all strangers together is bounded, and known devices go on", async () => {
  await stand.app.database.pool.query("delete from sign_in_try");
  const outcomes = await tries("", 0, stranger);
  for (let nth = 0; nth < 601; nth += 1)
    outcomes.push((await countPassword(stand.app, `${nth}@example.com`, stranger(nth % 250))).kind);
  expect([outcomes[599], outcomes[600]]).toEqual(["free", "refused"]);
  const known = { clientAddress: "198.51.100.4", device: "b".repeat(22), deviceKnown: true, addressKnown: true };
  expect((await countPassword(stand.app, "known@example.com", known)).kind).toBe("free");
  await stand.app.database.pool.query("delete from sign_in_try");
});

test("no address or e-mail lies in the counters", async () => {
  await countPassword(stand.app, "hidden@example.com", stranger(7));
  const { rows } = await stand.app.database.pool.query("select encode(name, 'escape') as name from sign_in_try");
  expect(JSON.stringify(rows)).not.toMatch(/hidden|203\.0/);
});

test("sign-ins, refusals and sign-outs stand in each account of the person, none of which names another", async () => {
  const ada = await person(2);
  const from = { clientAddress: "198.51.100.5" };
  await enter(ada, from, "wrong password");
  const done = (await enter(ada, from)) as { sessionId: string };
  await closeSession(stand.app, done.sessionId, from.clientAddress);
  await closeSession(stand.app, done.sessionId, from.clientAddress);
  for (const [at, { id }] of ada.accounts.entries()) {
    const { rows } = await stand.app.database.pool.query<{ action: string; line: string }>(
      "select action, to_json(a)::text as line from audit a where account_id = $1 and object_id = $2 order by seq",
      [id, ada.userId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "user.create",
      "user.sign-in.refused",
      "user.sign-in",
      "user.sign-out",
    ]);
    expect(rows[0]?.line).toContain('"role"');
    expect(rows.map(({ line }) => line).join()).not.toContain(ada.accounts[1 - at]?.id);
  }
});

test("whoever is refused at the door stands in the log, also nobody whom we know", async () => {
  const lines: string[] = [];
  const app = { ...stand.app, log: openLog({}, (line) => lines.push(line)) };
  const clientAddress = "198.51.100.16";
  const oidc = checkEnv({
    OIDC_ISSUER: "https://login.example.com",
    OIDC_CLIENT_ID: "desk",
    OIDC_CLIENT_SECRET: "hush",
  }).env.oidc;
  await signIn(app, { email: "nobody@example.com", password: "a secret of mine", clientAddress });
  await signInByPasskey(app, { credential: { id: "unknown" }, clientAddress });
  await signInByCode(app, { ticket: "forged", code: "000000", clientAddress });
  const stranger = { subject: "s", email: undefined, emailVerified: false, name: undefined, groups: [], clientAddress };
  await signInBySso({ ...app, env: { ...app.env, oidc } }, stranger);
  const refused = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "sign-in refused");
  expect(refused.map(({ way }) => way)).toEqual(["password", "passkey", "code", "sso"]);
  for (const line of refused) expect(line).toMatchObject({ clientAddress, at: expect.any(String) });
  expect(lines.join()).not.toMatch(/a secret of mine|nobody@example/);
});

test("a refusal takes no less time for an address that nobody has, which leaves no line", async () => {
  const tookMs = async (email: string, clientAddress: string) => {
    const begun = performance.now();
    expect(await enter({ email, userId: "", accounts: [] }, { clientAddress }, "wrong password")).toBeUndefined();
    return performance.now() - begun;
  };
  // A timer may fire a moment early.
  for (const [nth, email] of [(await person()).email, "nobody@example.com"].entries())
    expect(await tookMs(email, `203.0.113.${200 + nth}`)).toBeGreaterThan(245);
});

test("a flood of wrong passwords leaves eight lines and one that says so", async () => {
  const ada = await person();
  for (let nth = 0; nth < 12; nth += 1) await enter(ada, { clientAddress: "198.51.100.6" }, "wrong password");
  const { rows } = await stand.app.database.pool.query<{ action: string; count: string }>(
    "select action, count(*) from audit where object_id = $1 group by action order by action",
    [ada.userId],
  );
  expect(rows).toEqual([
    { action: "user.create", count: "1" },
    { action: "user.sign-in.refused", count: "8" },
    { action: "user.sign-in.throttled", count: "1" },
  ]);
});

test("a browser that is new to a person is reported to them, the first of all and a known one are not", async () => {
  const ada = await person();
  const letters = async () =>
    Number(
      (await stand.app.database.pool.query("select count(*) from mail where recipient = $1", [ada.email])).rows[0]
        ?.count,
    );
  const device = "c".repeat(22);
  await enter(ada, { clientAddress: "198.51.100.7", device });
  await enter(ada, { clientAddress: "198.51.100.8", device });
  expect(await letters()).toBe(0);
  await enter(ada, { clientAddress: "198.51.100.9", device: "d".repeat(22) });
  expect(await letters()).toBe(1);
});
