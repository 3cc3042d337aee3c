import { encode } from "next-auth/jwt";
import type { ApiRequest } from "#e2e/world/client.ts";
import { lastLink } from "#e2e/world/letters.ts";
import { createUser } from "#lib/people/create-user.ts";
import { openSession, sessionSecret } from "#lib/people/session.ts";
import { Authenticator } from "#lib/people/passkey.fixture.ts";
import { stepAt, totpCode } from "#lib/people/totp.ts";
import { type VerbWorld, verb } from "./verb-world.ts";

const KEYS = "/manage/v1/keys";
const USERS = "/manage/v1/users";
const ME = "/manage/v1/me";
const VIEWS = "/manage/v1/views";
const CASES = "/manage/v1/cases";
const KEY = { name: "verb", scopes: ["payments:read"] };

async function newKey({ send, admin }: VerbWorld): Promise<string> {
  return (await send("POST", KEYS, KEY, admin)).as<{ keyId: string }>().keyId;
}
let nth = 0;
const person = () => {
  nth += 1;
  return { email: `guest-${nth}@example.com`, name: `Guest ${nth}` };
};
async function newUser({ operator }: VerbWorld, more: { password?: string } = {}): Promise<string> {
  const memberships = [{ accountId: operator.account?.id ?? "", role: "viewer" as const }];
  return (await createUser(operator, { ...person(), ...more, memberships })).userId;
}
async function invitation({ send, admin }: VerbWorld): Promise<{ invitationId: string; email: string }> {
  const { email } = person();
  const got = await send("POST", USERS, { email, role: "viewer" }, admin);
  return { email, invitationId: got.as<{ invitationId: string }>().invitationId };
}
const SIGN_IN = "/manage/v1/sign-in";
const NOBODY = { key: null };
const PASSWORD = "purple walrus on a bicycle";
/** Somebody who is signed in by a password of their own. */
async function withPassword(world: VerbWorld): Promise<{ who: Partial<ApiRequest>; userId: string }> {
  const userId = await newUser(world, { password: PASSWORD });
  const sid = await openSession(world.api.app, userId);
  const token = await encode({ token: { sid }, secret: sessionSecret(world.api.app.secrets) });
  return { userId, who: { key: null, headers: { cookie: `next-auth.session-token=${token}`, origin: world.api.url } } };
}
const code = (secret: string) => ({ code: totpCode(secret, stepAt(Date.now())) });
type Enrolled = { who: Partial<ApiRequest>; secret: string };
/** Somebody new who has an authenticator app. */
async function enrolled(world: VerbWorld): Promise<Enrolled> {
  const who = await world.api.staff("viewer");
  return { who, secret: await enrol(world, who) };
}
/** Gives somebody an authenticator app; answers its secret. */
export async function enrol(world: VerbWorld, who: Partial<ApiRequest>): Promise<string> {
  const { secret } = (await world.send("POST", `${ME}/authenticator`, undefined, who)).as<{ secret: string }>();
  await world.send("POST", `${ME}/authenticator/confirm`, code(secret), who);
  return secret;
}
type Device = { who: Partial<ApiRequest>; device: Authenticator; passkeyId: string };
async function credentialOf({ send, api }: VerbWorld, who: Partial<ApiRequest>, device: Authenticator) {
  const { options } = (await send("POST", `${ME}/passkeys/challenge`, undefined, who)).as<{ options: object }>();
  return { name: "Laptop", credential: device.make(options, api.url, "localhost") };
}
async function withPasskey(world: VerbWorld): Promise<Device> {
  const who = await world.api.staff("viewer");
  const device = new Authenticator();
  await world.send("POST", `${ME}/passkeys`, await credentialOf(world, who, device), who);
  return { who, device, passkeyId: device.id };
}
async function newView({ send, admin }: VerbWorld): Promise<string> {
  nth += 1;
  const made = await send("POST", VIEWS, { page: "payments", name: `view ${nth}`, query: "" }, admin);
  return made.as<{ viewId: string }>().viewId;
}

export const VERBS_OF_PEOPLE = [
  verb({ name: `POST ${KEYS}`, run: ({ send, admin }) => send("POST", KEYS, KEY, admin) }),
  verb({
    name: `DELETE ${KEYS}/{keyId}`,
    prepare: newKey,
    run: ({ send, admin }, id) => send("DELETE", `${KEYS}/${id}`, undefined, admin),
  }),
  verb({
    name: `POST ${KEYS}/{keyId}/rotate`,
    prepare: newKey,
    run: ({ send, admin }, id) => send("POST", `${KEYS}/${id}/rotate`, { overlapMs: 0 }, admin),
  }),
  verb({
    name: `POST ${USERS}`,
    run: ({ send, admin }) => send("POST", USERS, { email: person().email, role: "viewer" }, admin),
  }),
  verb({
    name: "POST /manage/v1/invitations/{invitationId}/send",
    prepare: invitation,
    run: ({ send, admin }, { invitationId }) =>
      send("POST", `/manage/v1/invitations/${invitationId}/send`, undefined, admin),
  }),
  verb({
    name: "DELETE /manage/v1/invitations/{invitationId}",
    prepare: invitation,
    run: ({ send, admin }, { invitationId }) =>
      send("DELETE", `/manage/v1/invitations/${invitationId}`, undefined, admin),
  }),
  verb({
    name: `POST ${SIGN_IN}/link`,
    async prepare(world) {
      return lastLink(world.api.app, (await invitation(world)).email);
    },
    run: ({ send }, token) => send("POST", `${SIGN_IN}/link`, { token }, NOBODY),
  }),
  verb({
    name: `POST ${SIGN_IN}/invitation`,
    async prepare(world) {
      return lastLink(world.api.app, (await invitation(world)).email);
    },
    run: ({ send }, token) => send("POST", `${SIGN_IN}/invitation`, { token, name: "Bea", password: PASSWORD }, NOBODY),
  }),
  verb({
    name: `POST ${SIGN_IN}/forgot`,
    async prepare(world) {
      const userId = await newUser(world, { password: PASSWORD });
      return (await world.one<{ email: string }>("select email from staff_user where id = $1", [userId])).email;
    },
    run: ({ send }, email) => send("POST", `${SIGN_IN}/forgot`, { email }, NOBODY),
  }),
  verb({
    name: `POST ${SIGN_IN}/password`,
    async prepare(world) {
      const { userId } = await withPassword(world);
      await world.send("POST", `${USERS}/${userId}/password`, undefined, world.admin);
      const { email } = await world.one<{ email: string }>("select email from staff_user where id = $1", [userId]);
      return lastLink(world.api.app, email);
    },
    run: ({ send }, token) => send("POST", `${SIGN_IN}/password`, { token, password: `${PASSWORD}!` }, NOBODY),
  }),
  verb({
    name: `POST ${SIGN_IN}/second-factor`,
    async prepare(world) {
      const { who, userId } = await withPassword(world);
      const started = await world.send("POST", `${ME}/authenticator`, { password: PASSWORD }, who);
      await world.send("POST", `${ME}/authenticator/confirm`, code(started.as<{ secret: string }>().secret), who);
      await world.send("POST", `${USERS}/${userId}/second-factor/reset`, undefined, world.admin);
      const { email } = await world.one<{ email: string }>("select email from staff_user where id = $1", [userId]);
      return lastLink(world.api.app, email);
    },
    run: ({ send }, token) => send("POST", `${SIGN_IN}/second-factor`, { token, password: PASSWORD }, NOBODY),
  }),
  verb({
    name: `POST ${ME}/password`,
    prepare: withPassword,
    run: ({ send }, { who }) =>
      send("POST", `${ME}/password`, { currentPassword: PASSWORD, password: `${PASSWORD}!` }, who),
  }),
  verb({
    name: `POST ${ME}/accounts`,
    async prepare(world) {
      const { email } = await invitation(world);
      const { userId } = await createUser(world.operator, { email, name: "Cleo", memberships: [] });
      const sid = await openSession(world.api.app, userId);
      const cookie = await encode({ token: { sid }, secret: sessionSecret(world.api.app.secrets) });
      const headers = { cookie: `next-auth.session-token=${cookie}`, origin: world.api.url };
      return { token: await lastLink(world.api.app, email), who: { key: null, headers } };
    },
    run: ({ send }, { token, who }) => send("POST", `${ME}/accounts`, { token }, who),
  }),
  verb({
    name: `POST ${ME}/leave`,
    prepare: withPassword,
    run: ({ send }, { who }) => send("POST", `${ME}/leave`, undefined, who),
  }),
  verb({
    name: `DELETE ${USERS}/{userId}`,
    prepare: (world) => newUser(world),
    run: ({ send, admin }, id) => send("DELETE", `${USERS}/${id}`, undefined, admin),
  }),
  verb({
    name: "DELETE /manage/v1/sessions/{sessionId}",
    async prepare(world) {
      const { userId } = await withPassword(world);
      const sql = "select id from staff_session where user_id = $1";
      return (await world.one<{ id: string }>(sql, [userId])).id;
    },
    run: ({ send, admin }, id) => send("DELETE", `/manage/v1/sessions/${id}`, undefined, admin),
  }),
  verb({
    name: `PATCH ${USERS}/{userId}`,
    prepare: (world) => newUser(world),
    run: ({ send, admin }, id) => send("PATCH", `${USERS}/${id}`, { role: "operator", disabled: true }, admin),
  }),
  verb({
    name: `POST ${USERS}/{userId}/password`,
    prepare: (world) => newUser(world),
    run: ({ send, admin }, id) => send("POST", `${USERS}/${id}/password`, undefined, admin),
  }),
  verb({
    name: `POST ${USERS}/{userId}/second-factor/reset`,
    async prepare(world) {
      const { who } = await enrolled(world);
      return (await world.api.get(ME, who)).as<{ email: string }>().email;
    },
    async run(world, email) {
      const { id } = await world.one<{ id: string }>("select id from staff_user where email = $1", [email]);
      return world.send("POST", `${USERS}/${id}/second-factor/reset`, undefined, world.admin);
    },
  }),
  verb({
    name: `POST ${ME}/authenticator`,
    prepare: ({ api }) => api.staff("viewer"),
    run: ({ send }, who) => send("POST", `${ME}/authenticator`, undefined, who),
  }),
  verb({
    name: `POST ${ME}/authenticator/confirm`,
    async prepare({ api, send }) {
      const who = await api.staff("viewer");
      const { secret } = (await send("POST", `${ME}/authenticator`, undefined, who)).as<{ secret: string }>();
      return { who, secret };
    },
    run: ({ send }, { who, secret }) => send("POST", `${ME}/authenticator/confirm`, code(secret), who),
  }),
  verb({
    name: `DELETE ${ME}/authenticator`,
    prepare: enrolled,
    run: ({ send }, { who }) => send("DELETE", `${ME}/authenticator`, undefined, who),
  }),
  verb({
    name: `POST ${ME}/passkeys/challenge`,
    prepare: ({ api }) => api.staff("viewer"),
    run: ({ send }, who) => send("POST", `${ME}/passkeys/challenge`, undefined, who),
  }),
  verb({
    name: `POST ${ME}/passkeys`,
    async prepare(world) {
      const who = await world.api.staff("viewer");
      return { who, passkey: await credentialOf(world, who, new Authenticator()) };
    },
    run: ({ send }, { who, passkey }) => send("POST", `${ME}/passkeys`, passkey, who),
  }),
  verb({
    name: `PATCH ${ME}`,
    prepare: ({ api }) => api.staff("viewer"),
    run: ({ send }, who) => send("PATCH", ME, { language: "de", numbers: "POINT_COMMA", zone: "Europe/Berlin" }, who),
  }),
  verb({
    name: `PATCH ${ME}/passkeys/{passkeyId}`,
    prepare: withPasskey,
    run: ({ send }, { who, passkeyId }) => send("PATCH", `${ME}/passkeys/${passkeyId}`, { name: "Old" }, who),
  }),
  verb({
    name: `DELETE ${ME}/passkeys/{passkeyId}`,
    prepare: withPasskey,
    run: ({ send }, { who, passkeyId }) => send("DELETE", `${ME}/passkeys/${passkeyId}`, undefined, who),
  }),
  verb({
    name: `POST ${ME}/proof/challenge`,
    prepare: withPasskey,
    run: ({ send }, { who }) => send("POST", `${ME}/proof/challenge`, undefined, who),
  }),
  verb({
    name: `POST ${ME}/proof`,
    async prepare(world) {
      const { who, device } = await withPasskey(world);
      const challenge = await world.send("POST", `${ME}/proof/challenge`, undefined, who);
      return { who, credential: device.prove(challenge.as<{ options: object }>().options, world.api.url, "localhost") };
    },
    run: ({ send }, { who, credential }) => send("POST", `${ME}/proof`, { credential }, who),
  }),
  verb({
    name: `POST ${ME}/proof, by a recovery code`,
    async prepare(world) {
      const { who } = await enrolled(world);
      const got = await world.send("POST", `${ME}/recovery-codes`, undefined, who);
      return { who, code: got.as<{ recoveryCodes: string[] }>().recoveryCodes[0] };
    },
    run: ({ send }, { who, code: given }) => send("POST", `${ME}/proof`, { code: given }, who),
  }),
  verb({
    name: `POST ${ME}/recovery-codes`,
    prepare: enrolled,
    run: ({ send }, { who }) => send("POST", `${ME}/recovery-codes`, undefined, who),
  }),
  verb({
    name: `DELETE ${ME}/sessions/{sessionId}`,
    async prepare(world) {
      const who = await world.api.staff("viewer");
      const { user_id: userId } = await world.one<{ user_id: string }>(
        "select user_id from staff_session order by created_at desc limit 1",
      );
      const { id } = await world.one<{ id: string }>(
        "insert into staff_session (id, user_id, expires_at) values (gen_random_uuid(), $1, now() + interval '1 hour') returning id",
        [userId],
      );
      return { who, id };
    },
    run: ({ send }, { who, id }) => send("DELETE", `${ME}/sessions/${id}`, undefined, who),
  }),
  verb({
    name: `POST ${ME}/sessions/end-others`,
    async prepare(world) {
      const who = await world.api.staff("viewer");
      await world.observer.ruler.query(
        `insert into staff_session (id, user_id, expires_at) select gen_random_uuid(), user_id, now() + interval '1 hour'
         from staff_session order by created_at desc limit 1`,
      );
      return who;
    },
    run: ({ send }, who) => send("POST", `${ME}/sessions/end-others`, undefined, who),
  }),
  verb({
    name: "POST /manage/v1/sign-in/challenge",
    run: ({ send }) => send("POST", "/manage/v1/sign-in/challenge", undefined, { key: null }),
  }),
  verb({
    name: `POST ${VIEWS}`,
    run: ({ send, admin }) => send("POST", VIEWS, { page: "payments", name: "open", query: "status=PENDING" }, admin),
  }),
  verb({
    name: `PATCH ${VIEWS}/{viewId}`,
    prepare: newView,
    run: ({ send, admin }, id) => send("PATCH", `${VIEWS}/${id}`, { query: "status=EXPIRED" }, admin),
  }),
  verb({
    name: `DELETE ${VIEWS}/{viewId}`,
    prepare: newView,
    run: ({ send, admin }, id) => send("DELETE", `${VIEWS}/${id}`, undefined, admin),
  }),
  verb({
    name: "POST /manage/v1/comments",
    prepare: ({ paid }) => paid(),
    run: ({ send, admin }, { paymentId: objectId }) =>
      send("POST", "/manage/v1/comments", { kind: "PAYMENT", objectId, note: "seen" }, admin),
  }),
  verb({ name: `POST ${CASES}/look`, run: ({ send, admin }) => send("POST", `${CASES}/look`, undefined, admin) }),
  ...(
    [
      ["assign", {}],
      ["note", { note: "seen" }],
      ["mute", { forMs: 3_600_000 }],
      ["close", { reason: "settled" }],
    ] as const
  ).map(([command, body]) =>
    verb({
      name: `POST ${CASES}/{caseId}/${command}`,
      prepare: (world) => world.held(),
      run: ({ send, admin }, { caseId }) => send("POST", `${CASES}/${caseId}/${command}`, body, admin),
    }),
  ),
  verb({
    name: `POST ${CASES}/work`,
    prepare: (world) => world.held(),
    run: ({ send, admin }, { caseId }) =>
      send("POST", `${CASES}/work`, { caseIds: [caseId], command: "CLOSE", reason: "settled" }, admin),
  }),
  verb({
    name: `POST ${CASES}/{caseId}/reopen`,
    async prepare(world) {
      const { caseId } = await world.held();
      await world.send("POST", `${CASES}/${caseId}/close`, { reason: "settled" }, world.admin);
      return caseId;
    },
    run: ({ send, admin }, caseId) => send("POST", `${CASES}/${caseId}/reopen`, undefined, admin),
  }),
];
