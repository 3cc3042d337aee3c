import { houseOf } from "#lib/kernel/tenants.ts";
import { createUser } from "#lib/people/create-user.ts";
import { type VerbWorld, verb } from "./verb-world.ts";
import { enrol } from "./verbs-of-people.ts";

const KEYS = "/house/v1/keys";
const USERS = "/house/v1/users";
const CASES = "/house/v1/cases";
const SESSIONS = "/house/v1/sessions";
const INVITATIONS = "/house/v1/invitations";
const VIEWS = "/house/v1/views";
const KEY = { name: "verb", scopes: ["house:read"] };

let nth = 0;
const email = () => {
  nth += 1;
  return `of-house-${nth}@example.com`;
};
async function colleague({ operator, api }: VerbWorld): Promise<string> {
  const { id: accountId } = await houseOf(api.app);
  const wanted = { email: email(), name: `Colleague ${nth}`, memberships: [{ accountId, role: "viewer" as const }] };
  return (await createUser(operator, wanted)).userId;
}
async function invitation({ send, house }: VerbWorld): Promise<string> {
  const got = await send("POST", USERS, { email: email(), role: "viewer" }, house);
  return got.as<{ invitationId: string }>().invitationId;
}

async function view({ send, house }: VerbWorld): Promise<string> {
  nth += 1;
  const made = await send("POST", VIEWS, { page: "audit", name: `view ${nth}`, query: "" }, house);
  return made.as<{ viewId: string }>().viewId;
}

/** A deposit of acme's that the house holds: it is of another asset than its bill. */
async function heldByHouse({ api, send }: VerbWorld): Promise<string> {
  const bill = await api.bill({ cryptoType: "USDC" });
  const sent = {
    address: bill.deposit_address,
    cryptoType: "USDT",
    networkType: "eth",
    quantity: 100,
    confirmations: 25,
  };
  await send("POST", "/sandbox/v1/deposits", sent);
  await api.settle();
  return `wrong-asset-${String((await api.payment(bill.paymentId)).deposits[0]?.txId)}`;
}

/** What the house does with its own people, keys and cases. */
export const VERBS_OF_HOUSE_PEOPLE = [
  verb({
    name: `POST ${VIEWS}`,
    run: ({ send, house }) => send("POST", VIEWS, { page: "audit", name: "refusals", query: "" }, house),
  }),
  verb({
    name: `PATCH ${VIEWS}/{viewId}`,
    prepare: view,
    run: ({ send, house }, id) => send("PATCH", `${VIEWS}/${id}`, { query: "action=setting.change" }, house),
  }),
  verb({
    name: `DELETE ${VIEWS}/{viewId}`,
    prepare: view,
    run: ({ send, house }, id) => send("DELETE", `${VIEWS}/${id}`, undefined, house),
  }),
  verb({ name: `POST ${KEYS}`, run: ({ send, house }) => send("POST", KEYS, KEY, house) }),
  verb({
    name: `DELETE ${KEYS}/{keyId}`,
    prepare: async ({ send, house }) => (await send("POST", KEYS, KEY, house)).as<{ keyId: string }>().keyId,
    run: ({ send, house }, id) => send("DELETE", `${KEYS}/${id}`, undefined, house),
  }),
  verb({
    name: `POST ${USERS}`,
    run: ({ send, house }) => send("POST", USERS, { email: email(), role: "viewer" }, house),
  }),
  verb({
    name: `POST ${INVITATIONS}/{invitationId}/send`,
    prepare: invitation,
    run: ({ send, house }, id) => send("POST", `${INVITATIONS}/${id}/send`, undefined, house),
  }),
  verb({
    name: `DELETE ${INVITATIONS}/{invitationId}`,
    prepare: invitation,
    run: ({ send, house }, id) => send("DELETE", `${INVITATIONS}/${id}`, undefined, house),
  }),
  verb({
    name: `DELETE ${USERS}/{userId}`,
    prepare: colleague,
    run: ({ send, house }, id) => send("DELETE", `${USERS}/${id}`, undefined, house),
  }),
  verb({
    name: `PATCH ${USERS}/{userId}`,
    prepare: colleague,
    run: ({ send, house }, id) => send("PATCH", `${USERS}/${id}`, { role: "operator", disabled: true }, house),
  }),
  verb({
    name: `POST ${USERS}/{userId}/password`,
    prepare: colleague,
    run: ({ send, house }, id) => send("POST", `${USERS}/${id}/password`, undefined, house),
  }),
  verb({
    name: `POST ${USERS}/{userId}/second-factor/reset`,
    async prepare(world) {
      const who = await world.api.staffOfHouse("viewer");
      await enrol(world, who);
      const { email } = (await world.api.get("/manage/v1/me", who)).as<{ email: string }>();
      return (await world.one<{ id: string }>("select id from staff_user where email = $1", [email])).id;
    },
    run: ({ send, house }, id) => send("POST", `${USERS}/${id}/second-factor/reset`, undefined, house),
  }),
  verb({
    name: `DELETE ${SESSIONS}/{sessionId}`,
    async prepare(world) {
      const who = await world.api.staffOfHouse("viewer");
      const { email } = (await world.api.get("/manage/v1/me", who)).as<{ email: string }>();
      const sql = "select s.id from staff_session s join staff_user u on u.id = s.user_id where u.email = $1";
      return (await world.one<{ id: string }>(sql, [email])).id;
    },
    run: ({ send, house }, id) => send("DELETE", `${SESSIONS}/${id}`, undefined, house),
  }),
  verb({
    name: "POST /house/v1/comments",
    prepare: heldByHouse,
    run: ({ send, house }, objectId) =>
      send("POST", "/house/v1/comments", { kind: "CASE", objectId, note: "seen" }, house),
  }),
  verb({ name: `POST ${CASES}/look`, run: ({ send, house }) => send("POST", `${CASES}/look`, undefined, house) }),
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
      prepare: heldByHouse,
      run: ({ send, house }, caseId) => send("POST", `${CASES}/${caseId}/${command}`, body, house),
    }),
  ),
  verb({
    name: `POST ${CASES}/work`,
    prepare: heldByHouse,
    run: ({ send, house }, caseId) =>
      send("POST", `${CASES}/work`, { caseIds: [caseId], command: "CLOSE", reason: "settled" }, house),
  }),
  verb({
    name: `POST ${CASES}/{caseId}/reopen`,
    async prepare(world) {
      const caseId = await heldByHouse(world);
      await world.send("POST", `${CASES}/${caseId}/close`, { reason: "settled" }, world.house);
      return caseId;
    },
    run: ({ send, house }, caseId) => send("POST", `${CASES}/${caseId}/reopen`, undefined, house),
  }),
];
