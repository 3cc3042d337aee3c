import { randomBytes, randomUUID } from "node:crypto";
import { camt } from "#lib/bank/bank.fixture.ts";
import type { ApiRequest, Got } from "#e2e/world/client.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import type { Person, Scene } from "./world.ts";

/** One thing an insider does; what it asks for may be agreed to by the same person in several ways afterwards. */
export type Try = {
  family: string;
  by: Person;
  request: ApiRequest;
  /** What an answer that is let through must not hold. */
  hides?: string;
};

type Call = readonly [method: string, target: string, body?: object];

const PAYOUTS = [
  { asset: "EUR", bankReference: "stmt 1", quantity: 10, reference: "wire 1" },
  { asset: "EUR", quantity: 0.01, reference: "wire 2", txHash: "E2E-1" },
  { asset: "BTC", quantity: 0.0001, reference: "wire 3", txHash: "ab" },
  { asset: "USDT", networkType: "eth", quantity: 1, reference: "wire 4", txHash: "cd" },
];
const BENEFICIARIES = [
  { name: "mine", asset: "EUR", iban: "GB29NWBK60161331926819" },
  { name: "mine", asset: "BTC", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
];
const DESTINATIONS = [
  { place: "venue:sandbox", asset: "BTC", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", label: "mine" },
  { place: "owner", asset: "EUR", address: "DE89370400440532013000", label: "mine" },
];
const MOVES = [
  { kind: "CAPITAL_IN", to: "custody:bitcoin", asset: "BTC", quantity: 1, note: "mine" },
  { kind: "OPENING", to: "venue:sandbox", asset: "EUR", quantity: 100, note: "mine" },
  { kind: "CORRECTION", from: "venue:sandbox", asset: "EUR", quantity: 1, note: "mine" },
];
const ACCOUNT_LOOSER = [
  { toleranceBps: 5_000 },
  { "limitPrice.USDT.EUR": 0.5 },
  { "depositLimit.BTC": 1_000_000 },
  { "confirmations.BTC": 1 },
  { openExposureLimit: 1_000_000_000 },
];
const HOUSE_LOOSER = [
  { spreadBps: 0 },
  { explicitFeeBps: 0 },
  { transactionFeeBps: 0 },
  { guaranteeMs: 604_800_000 },
  { lifetimeMs: 3_600_000 },
  { secondPerson: "never" },
  { "houseExposureLimit.BTC": "default" },
  { "confirmations.BTC": 1 },
  { "depositLimit.BTC": 1_000_000 },
  { maxDepthBps: 4_000 },
];
/** Money that comes by a statement of one's own. */
const STATEMENTS = ["DE89370400440532013000", "mine"].map((iban) => ({
  text: camt({
    iban,
    opening: "0.00",
    closing: "100000.00",
    entries: [{ amount: "100000.00", side: "CRDT", reference: "mine" }],
  }),
}));
const MAPPING = {
  ...{ place: "bank:main", currency: "EUR", encoding: "UTF8", delimiter: "COMMA", skipLines: 0, header: false },
  ...{ dateFormat: "YYYY-MM-DD", decimal: "POINT", thousands: "NONE", signs: "MINUS_IS_CREDIT" },
  ...{ bookedColumn: "1", amountColumn: "2" },
};
const MONEY_SCOPES = [["conversions:execute"], ["payouts:request"], ["payments:read", "payouts:request"]];
const HOUSE_MONEY = [["house:moves"], ["house:payouts"], ["house:settings", "house:read"], ["house:statements"]];
const ROLES_WANTED = ["admin", "treasurer", "operator"];

/** Everything both try, in a seeded order and with seeded values among what is possible. */
export function triesOf(scene: Scene, chance: Chance): Try[] {
  const { mallory, hal, rex } = scene;
  const tries = [
    ...familiesOf(scene, "/manage/v1").flatMap(([family, calls]) => calls.map((call) => tryOf(family, mallory, call))),
    ...familiesOf(scene, "/house/v1").flatMap(([family, calls]) => calls.map((call) => tryOf(family, hal, call))),
    ...housePaths(scene).map((call) => tryOf("the house by an account's person", mallory, call)),
    ...foreign(scene).map((call) => inAccount(tryOf("a foreign tenant", mallory, call), scene.rival)),
    ...foreign(scene).map((call) => inAccount(tryOf("an account by the house's person", hal, call), scene.acme)),
    ...reads(scene, chance),
    ...[...familiesOf(scene, "/manage/v1")].flatMap(([, [first]]) =>
      first ? [inAccount(tryOf("a membership that has ended", rex, first), scene.acme)] : [],
    ),
    ...links(mallory, hal),
  ];
  return shuffled(tries, chance);
}

/** A request of somebody. */
export const tryOf = (family: string, by: Person, [method, target, body]: Call): Try => ({
  family,
  by,
  request: { method, target, ...(body && { body }) },
});

const inAccount = (one: Try, account: string): Try => ({
  ...one,
  request: { ...one.request, headers: { "x-account": account } },
});

function familiesOf(scene: Scene, prefix: "/manage/v1" | "/house/v1"): [string, Call[]][] {
  const isHouse = prefix === "/house/v1";
  const colleagues = isHouse ? [scene.hanna, scene.hal] : [scene.ada, scene.vera, scene.dora, scene.mallory];
  const reason = "alone";
  return [
    ["payouts", PAYOUTS.map((body) => ["POST", "/manage/v1/payouts", body])],
    ["beneficiaries", BENEFICIARIES.map((body) => ["POST", "/manage/v1/beneficiaries", body])],
    [
      "settings loosened",
      (isHouse
        ? HOUSE_LOOSER.flatMap((one) => [one, { ...one, account: "acme" }])
        : [...ACCOUNT_LOOSER, ...HOUSE_LOOSER]
      )
        .filter((one) => !("account" in one && ("secondPerson" in one || "houseExposureLimit.BTC" in one)))
        .map((body) => ["PATCH", `${prefix}/settings`, { ...body, reason }]),
    ],
    ["destinations", DESTINATIONS.map((body) => ["POST", "/house/v1/destinations", body])],
    ["moves", MOVES.map((body) => ["POST", "/house/v1/moves", body])],
    ["statements", STATEMENTS.map((body) => ["POST", "/house/v1/bank/statements", body])],
    ["mappings", [["POST", "/house/v1/bank/mappings", MAPPING]]],
    ["wallets", [["POST", `/house/v1/wallets/${scene.walletId}/activate`, { firstAddress: scene.firstAddress }]]],
    [
      "keys that move money",
      (isHouse ? HOUSE_MONEY : MONEY_SCOPES).map((scopes, at) => [
        "POST",
        `${prefix}/keys`,
        { name: `k${at}`, scopes },
      ]),
    ],
    [
      "invitations",
      ROLES_WANTED.map((role) => ["POST", `${prefix}/users`, { email: `ghost-${randomUUID()}@example.com`, role }]),
    ],
    [
      "resets of colleagues",
      colleagues.flatMap(({ userId }) => [
        ["POST", `${prefix}/users/${userId}/password`] as const,
        ["POST", `${prefix}/users/${userId}/second-factor/reset`] as const,
      ]),
    ],
    [
      "promotions",
      [...(isHouse ? [scene.mallory] : [scene.ada, scene.vera, scene.rex, scene.rita, scene.hanna])].map(
        ({ userId }) => ["PATCH", `${prefix}/users/${userId}`, { role: "admin" }],
      ),
    ],
    [
      "re-activations",
      [scene.dora, scene.rex].map(({ userId }) => ["PATCH", `${prefix}/users/${userId}`, { disabled: false }]),
    ],
    [
      "holds",
      [
        ["POST", `${prefix}/deposits/${scene.heldId}/decline`, { note: "mine" }],
        ...(isHouse ? [] : [["POST", `/house/v1/deposits/${scene.heldId}/release`, { note: "mine" }] as const]),
      ],
    ],
  ];
}

const housePaths = (scene: Scene): Call[] => [
  ...HOUSE_LOOSER.map((body): Call => ["PATCH", "/house/v1/settings", { ...body, reason: "alone" }]),
  ...HOUSE_MONEY.map((scopes): Call => ["POST", "/house/v1/keys", { name: "house", scopes }]),
  ["POST", "/house/v1/users", { email: "mallory@example.com", role: "admin" }],
  ["PATCH", `/house/v1/users/${scene.mallory.userId}`, { role: "admin" }],
  ["PATCH", `/house/v1/users/${scene.hanna.userId}`, { disabled: false }],
  ["POST", `/house/v1/users/${scene.hanna.userId}/password`],
  ["POST", "/house/v1/chains/bitcoin/resume", {}],
  ["POST", "/house/v1/views", { page: "audit", name: "mine", query: "" }],
  ["POST", `/house/v1/wallets/${scene.walletId}/retire`, {}],
];

const foreign = (scene: Scene): Call[] => [
  ...PAYOUTS.slice(0, 2).map((body): Call => ["POST", "/manage/v1/payouts", body]),
  ...ACCOUNT_LOOSER.slice(0, 3).map((body): Call => ["PATCH", "/manage/v1/settings", { ...body, reason: "alone" }]),
  ["POST", "/manage/v1/keys", { name: "theirs", scopes: ["payments:read"] }],
  ["DELETE", `/manage/v1/keys/${scene.rivalKeyId}`],
  ["POST", `/manage/v1/keys/${scene.rivalKeyId}/rotate`, { overlapMs: 0 }],
  ["POST", "/manage/v1/users", { email: "mine@example.com", role: "admin" }],
  ["PATCH", `/manage/v1/users/${scene.rita.userId}`, { role: "viewer" }],
  ["DELETE", `/manage/v1/users/${scene.rita.userId}`],
  ["POST", `/manage/v1/users/${scene.rita.userId}/password`],
  ["DELETE", `/manage/v1/sessions/${scene.rita.sid}`],
];

function reads({ mallory, hal, rex, ...scene }: Scene, chance: Chance): Try[] {
  const hidden = (by: Person, target: string, hides: string): Try => ({
    ...tryOf("what others see", by, ["GET", target]),
    hides,
  });
  return [
    hidden(mallory, `/payment/v1/payment?paymentId=${scene.rivalPaymentId}`, '"paymentId"'),
    hidden(mallory, "/manage/v1/requests?limit=500", scene.rita.email),
    hidden(mallory, `/manage/v1/requests/${randomUUID()}`, scene.rita.email),
    hidden(mallory, "/manage/v1/audit?limit=500", "rival"),
    hidden(mallory, "/house/v1/audit", "staff:Hanna"),
    hidden(mallory, "/house/v1/audit/file", "staff:Hanna"),
    hidden(mallory, "/house/v1/users/review", scene.hanna.email),
    hidden(mallory, "/house/v1/views", '"viewId"'),
    hidden(mallory, "/manage/v1/sessions", scene.rita.sid),
    hidden(mallory, "/manage/v1/users", scene.hanna.email),
    hidden(hal, "/manage/v1/users", scene.ada.email),
    hidden(hal, "/manage/v1/keys", scene.rivalKeyId),
    hidden(hal, "/manage/v1/requests", scene.ada.email),
    hidden(rex, "/manage/v1/balances", "available"),
    hidden(rex, `/manage/v1/statement?startTime=${chance.whole(0, 1_000)}`, "available"),
  ];
}

/** Links that were never sent, taken by whoever guesses. */
const links = (...people: Person[]): Try[] =>
  people.flatMap((by) => [
    tryOf("guessed links", by, [
      "POST",
      "/manage/v1/sign-in/password",
      { token: randomBytes(32).toString("base64url"), password: "purple walrus 7719" },
    ]),
    tryOf("guessed links", by, [
      "POST",
      "/manage/v1/sign-in/invitation",
      { token: randomBytes(32).toString("base64url"), name: "Ghost", password: "purple walrus 7719" },
    ]),
  ]);

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const left = [...list];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(chance.whole(0, left.length - 1), 1));
  return out;
}

/** The ways in which somebody would agree to their own request; two of their browsers at once among them. */
export function ownAgreements(by: Person, approvalId: string, account: string): ApiRequest[][] {
  const at = (prefix: string, who: Partial<ApiRequest>, more: Record<string, string> = {}): ApiRequest => ({
    method: "POST",
    target: `${prefix}/approvals/${approvalId}/approve`,
    body: { note: "fine" },
    ...who,
    headers: { ...who.headers, ...more },
  });
  return [
    [at("/manage/v1", by.who)],
    [at("/house/v1", by.who)],
    [at("/manage/v1", by.who, { "x-account": account })],
    [at("/manage/v1", by.who), at("/manage/v1", by.other), at("/house/v1", by.other)],
    [at("/manage/v1", { key: null, headers: {} })],
    [at("/x/../house/v1", by.who)],
  ];
}

export type Outcome = "refused" | "waits" | "let through";

/** What became of a try, by its answer. */
export function outcomeOf(got: Got, hides: string | undefined): Outcome {
  if (got.status >= 400) return "refused";
  if (got.status === 202 || ["WAITING", "REQUESTED"].includes(got.as<{ status?: string }>().status ?? ""))
    return "waits";
  return hides !== undefined && !got.text.includes(hides) ? "refused" : "let through";
}
