import { ONE } from "./running.fixture.ts";

const NOBODYS =
  "what is booked as nobody's is what a bank's line or a venue's transfer says, and was taken back where it belongs to somebody";
const TRANSFER = "a venue's transfer that belongs to a move is what the move says of it";
const LINKED = "what somebody has linked to a move or payout stands in the record as linked by them";
const FILES = "files of banks and for banks are as they were when their digests were made";
const AGREED = "a payout and a move are what two persons agreed to";
const MOVE = "a move is what was asked for";
const KEY = "a key works from where and as long as was agreed to, and not once it was ended";
const CASE = "a case was closed, put aside and opened again by whoever the record says";
const DELIVERED = "an event that is said to have been delivered was answered, and one that was given up was tried";

const ID = "00000000-0000-7000-8000-0000000000f3";
const ACCOUNT = "(select id from account where not is_house limit 1)";
const audit = (kind: string, action: string, detail: object, objectId = `'${ID}'`, actor = "x") =>
  `insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id)
    values (business_now(), '${actor}', '${action}', ${ACCOUNT}, '${kind}', ${objectId}, '${JSON.stringify(detail)}', 'x')`;

/** An unassigned credit at a bank, and its entry. */
const CREDIT = `insert into bank_line (id, statement_id, place, asset, side, units, reference, booked_at, belongs_to, was_nobodys)
    values ('${ID}', '${ID}', 'bank:main', 'EUR', 'CREDIT', 5, 'x', now(), 'NOBODY', true)`;
const ENTRY = (event: string, key: string, lines: readonly (readonly [code: string, asset: string, debit: number])[]) =>
  `insert into ledger_transaction (id, effect_key, event, at) values ('${ID}', '${key}', '${event}', business_now());
  ${lines
    .map(
      ([code, asset, debit]) =>
        `insert into ledger_account (id, code, asset, normal, may_be_negative) values (gen_random_uuid(), '${code}', '${asset}', 'DEBIT', true)
      on conflict do nothing; insert into posting (id, transaction_id, ledger_account_id, asset, debit, amount, balance) overriding system value
      select (select max(id) + 1 from posting), '${ID}', id, asset, ${debit}, ${debit}, 0 from ledger_account where code = '${code}' and asset = '${asset}'`,
    )
    .join(";")}`;
const BOOKED = ENTRY("bank.credited", `bank:${ID}`, [
  ["bank", "EUR", 5],
  ["house:unassigned", "EUR", -5],
]);

const MOVED = `insert into move (id, kind, from_place, to_place, asset, quantity_units, reference, note, status, created_by, created_at, updated_at)
    values ('${ID}', 'FROM_VENUE', 'venue:v', 'custody:bitcoin', 'BTC', 100000000, 'MV0000000003', 'x', 'SENT', 'x', now(), now())`;
const ASKED = { kind: "FROM_VENUE", from: "venue:v", to: "custody:bitcoin", asset: "BTC", quantity: "1" };
const MOVE_RECORD = audit("move", "move.request", ASKED);
const FACT = `insert into move_fact (id, move_id, side, source, proof, units, fee_units, status, times_posted, told_by, at)
    values ('${ID}', '${ID}', 'LEFT', 'VENUE', 'w-1', 100000000, 3, 'POSTED', 1, 'x', now())`;
const WITHDRAWN = `insert into venue_transfer (id, venue, kind, venue_ref, asset, quantity, fee, units, fee_units, fraction, status, told_at, seen_at, belongs_to, move_id)
    values ('${ID}', 'v', 'WITHDRAWAL', 'w-1', 'BTC', 1, 0.00000003, 100000000, 3, 0, 'DONE', now(), now(), 'MOVE', '${ID}')`;

const AGREEMENT = (what: string, request: object) =>
  `insert into approval (id, account_id, what, request, asked_by, asked_at, expires_at, status, decides)
    select '${ID}', ${ACCOUNT}, '${what}', '${JSON.stringify(request)}', 'x', now(), now(), 'APPROVED', 'account'`;
const PAID = `${AGREEMENT("payout", { payoutId: ID, asset: "EUR", quantity: "7", reference: "r" })};
  insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, approval_id)
    select '${ID}', ${ACCOUNT}, 'EUR', 700, false, 'r', 'x', '${ID}'`;
const MOVE_AGREED = `${MOVED}; ${AGREEMENT("move", { ...ASKED, moveId: ID })}; update move set approval_id = '${ID}' where id = '${ID}'`;

const KEY_MADE = `insert into api_key (id, account_id, name, mode, scopes, ip_allow, expires_at, public_key)
    values ('${ID}', ${ACCOUNT}, 'x', 'sandbox', '{}', '{10.0.0.0/8,192.0.2.1}', '2030-01-01', '\\x01')`;
const KEY_RECORD = audit("key", "key.create", {
  ...{ scopes: [], ipAllow: "10.0.0.0/8, 192.0.2.1" },
  ...{ expiresAt: "2030-01-01T00:00:00.000Z", publicKey: "AQ==", rate: 10, makers: [] },
});
const KEY_AGREED = `${KEY_MADE}; ${AGREEMENT("key", { keyId: ID, ipAllow: "10.0.0.0/8, 192.0.2.1", expiresAt: "2030-01-01T00:00:00.000Z" })};
  update api_key set approval_id = '${ID}' where id = '${ID}'`;

const FILE = `insert into case_file (account_id, case_id, closed_at, closed_by, closed_reason, closed_mark, muted_until, updated_at)
    values (${ACCOUNT}, '${ID}', business_now(), 'x', 'paid', 'm', '2030-01-01', now())`;
const FILE_RECORD = `${audit("case", "case.close", { detail: "paid" })}; ${audit("case", "case.mute", { until: "2030-01-01T00:00:00.000Z" })}`;

const OTHER_KEY = `update api_key set public_key = '\\x02' where id = '${ID}'`;

/** What a superuser does to what others have told, or agreed to, by the rule that tells of it. */
export const REPORTED_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  [NOBODYS, CREDIT],
  [NOBODYS, BOOKED],
  ...["units = 4", "side = 'DEBIT'", "place = 'bank:other'", "belongs_to = 'MOVE'", "was_nobodys = false"].map(
    (change) => [NOBODYS, `${CREDIT}; ${BOOKED}; update bank_line set ${change} where id = '${ID}'`] as const,
  ),
  [TRANSFER, `${MOVED}; ${WITHDRAWN}`],
  ...["units = 1", "fee_units = 4", "venue = 'w'", "venue_ref = 'w-2'", "kind = 'DEPOSIT'", "asset = 'BCH'"].map(
    (change) =>
      [TRANSFER, `${MOVED}; ${FACT}; ${WITHDRAWN}; update venue_transfer set ${change} where id = '${ID}'`] as const,
  ),
  [LINKED, `${CREDIT}; update bank_line set linked_by = 'x', linked_at = now() where id = '${ID}'`],
  [LINKED, `${MOVED}; ${WITHDRAWN}; update venue_transfer set linked_by = 'x', linked_at = now() where id = '${ID}'`],
  [
    FILES,
    `insert into bank_upload (id, format, file_name, content, digest, uploaded_by, uploaded_at)
      values ('${ID}', 'CSV', 'x', 'other', encode(sha256('this'), 'hex'), 'x', now())`,
  ],
  [
    FILES,
    `insert into payout_file (id, bank, currency, message_id, format, payouts, total_units, sha256, content, made_by)
      values ('${ID}', 'main', 'EUR', 'x', 'x', 1, 1, encode(sha256('this'), 'hex'), 'this', 'x')`,
  ],
  ...["quantity_units = 800", "asset = 'USD'", "reference = 's'", "beneficiary_id = account_id", "asset = 'EUR@x'"].map(
    (change) => [AGREED, `${PAID}; update payout set ${change} where id = '${ID}'`] as const,
  ),
  ...["quantity_units = 2", "to_place = 'custody:eth'", "from_place = null", "asset = 'BCH'", "address = 'x'"].map(
    (change) => [AGREED, `${MOVE_AGREED}; update move set ${change} where id = '${ID}'`] as const,
  ),
  [MOVE, MOVED],
  ...["quantity_units = 2", "kind = 'TO_VENUE'", "to_place = null", "asset = 'BCH'"].map(
    (change) => [MOVE, `${MOVED}; ${MOVE_RECORD}; update move set ${change} where id = '${ID}'`] as const,
  ),
  ...[`${KEY_MADE}; ${KEY_RECORD}`, KEY_AGREED].flatMap((made) =>
    ["ip_allow = '{}'", "expires_at = null", "expires_at = '2040-01-01'"].map(
      (change) => [KEY, `${made}; update api_key set ${change} where id = '${ID}'`] as const,
    ),
  ),
  [KEY, `${KEY_MADE}; ${KEY_RECORD}; ${OTHER_KEY}`],
  ...["rate_per_second = 1000", "maker_user_ids = array[account_id]"].map(
    (change) => [KEY, `${KEY_MADE}; ${KEY_RECORD}; update api_key set ${change} where id = '${ID}'`] as const,
  ),
  [KEY, "update api_key set mode = 'live'"],
  [KEY, `${KEY_AGREED}; update approval set status = 'PENDING' where id = '${ID}'`],
  [KEY, `${KEY_MADE}; ${KEY_RECORD}; ${audit("key", "key.revoke", {})}`],
  [
    KEY,
    `${KEY_MADE}; ${audit("key", "key.rotate", { overlapMs: 5 })}; update api_key set expires_at = null where id = '${ID}'`,
  ],
  [CASE, FILE],
  ...[
    "closed_by = 'y'",
    "closed_reason = 'none'",
    "closed_at = closed_at - interval '1 day'",
    "muted_until = '2040-01-01'",
    "muted_until = null",
    "closed_at = null, closed_by = null, closed_reason = null",
  ].map((change) => [CASE, `${FILE}; ${FILE_RECORD}; update case_file set ${change} where case_id = '${ID}'`] as const),
  [CASE, `${FILE}; ${FILE_RECORD}; ${audit("case", "case.reopen", {})}`],
  [
    DELIVERED,
    `insert into webhook_delivery (id, endpoint_id, event_seq, status, created_at) values ('${ID}', '${ID}', 1, 'DELIVERED', now());
      insert into webhook_attempt (delivery_id, at, status_code, duration_ms) values ('${ID}', now(), 500, 1)`,
  ],
  [DELIVERED, "delete from event"],
  [
    DELIVERED,
    `update webhook_delivery set status = 'FAILED' where ${ONE("webhook_delivery")}; delete from webhook_attempt`,
  ],
];

/** The same rows as the program makes them. */
export const REPORTED_ALLOWED: readonly (readonly [rule: string, sql: string])[] = [
  [NOBODYS, `${CREDIT}; ${BOOKED}`],
  [TRANSFER, `${MOVED}; ${FACT}; ${WITHDRAWN}`],
  [AGREED, `${PAID}; ${MOVED}`],
  [AGREED, MOVE_AGREED],
  [MOVE, `${MOVED}; ${MOVE_RECORD}`],
  [KEY, `${KEY_MADE}; ${KEY_RECORD}`],
  [KEY, `${KEY_AGREED}; update api_key set expires_at = '2029-01-01' where id = '${ID}'`],
  [CASE, `${FILE}; ${FILE_RECORD}`],
];
