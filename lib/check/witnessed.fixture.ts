import { ONE } from "./running.fixture.ts";

const EVENT = "an event tells of a bill what it was made with, and no more than came for it";
const SEEN = "a deposit was first seen when it was told of";
const SETTLED = "settlements are paid by the terms that were set";
const CARRIED = "a payout names the transaction that carries it out";
const TAKEN = "a bank's statement and a list of sanctioned addresses are as they were taken in";
const SIGN_IN = "what people sign in with is what they have set";
const HELD = "a role is held since it was given, and whoever gave power to somebody is named";
const NAMED = "a request was asked and decided by those whom it names";

const ID = "00000000-0000-7000-8000-0000000000f5";
const ACCOUNT = "(select id from account where not is_house limit 1)";
const record = (kind: string, action: string, detail: string, objectId = `'${ID}'`, actor = "x") =>
  `insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id)
    values (business_now(), '${actor}', '${action}', ${ACCOUNT}, '${kind}', ${objectId}, ${detail}, 'x')`;

const TELLING = (fact: string, value: string) =>
  `update event set data = jsonb_set(data::jsonb, '{${fact}}', '${value}')::text where ${ONE("event", "type = 'payment.created'")}`;
const OWN = ONE("deposit", "stray_id is null and sighted_at is not null");
const EARLIER = (...columns: readonly string[]) =>
  `update deposit set ${columns.map((column) => `${column} = ${column} - interval '1 second'`).join(", ")} where ${OWN}`;

const TERMS = `insert into settlement_terms (id, account_id, currency, version, schedule, business_days, delay_days, minimum_units, reserve, reserve_units,
    beneficiary_id, made_by) values ('${ID}', ${ACCOUNT}, 'CAD', 1, 'DAILY', false, 1, 5000, 'FIXED', 100, '${ID}', 'x')`;
const TERMS_RECORD = record(
  "settlement-terms",
  "settlement-terms.set",
  `jsonb_build_object('currency', 'CAD', 'schedule', 'DAILY', 'businessDays', 'false', 'delayDays', '1', 'minimum', '50', 'reserve', '1', 'beneficiaryId', '${ID}')`,
);

const PAYOUT = `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, status, tx_hash)
  values ('${ID}', ${ACCOUNT}, 'BTC', 700, false, 'x', 'x', 'BROADCAST', 'aa')`;
const PAYOUT_RECORD = record("payout", "payout.broadcast", `'{"txHash": "aa"}'`);

const STATEMENT = `insert into bank_statement (id, place, asset, source, digest, reference, closed_at, taken_by, taken_at, reading)
    values ('${ID}', 'bank:main', 'CAD', 'CSV', 'x', 'x', now(), 'x', now(), 'x');
  insert into bank_line (id, statement_id, place, asset, side, units, reference, remittance, counterparty, booked_at, belongs_to)
    values ('${ID}', '${ID}', 'bank:main', 'CAD', 'CREDIT', 5, 'x', 'bill 7', 'Acme', now(), 'NOBODY')`;
const STATEMENT_RECORD = record(
  "bank-statement",
  "bank.take",
  `jsonb_build_object('linesDigest', digest_of_lines('${ID}'))`,
);
const LIST = `insert into sanctions_list (id, source, published_on, sha256, entries, imported_by) values ('${ID}', 'x', '2026-11-20', 'x', 1, 'x');
  insert into sanctioned_address (list_id, network, address, entry, name, programs) values ('${ID}', 'bitcoin', 'bc1x', '1', 'x', 'x')`;
const LIST_RECORD = record(
  "sanctions_list",
  "screening.import",
  `jsonb_build_object('publishedOn', '2026-11-20', 'sha256', 'x', 'entries', 1, 'addresses', 1, 'digest', digest_of_list('${ID}'))`,
);

const PERSON = `insert into staff_user (id, email, name, password_hash) values ('${ID}', 'ada@example.com', 'Ada of the check', 'salted')`;
const PASSWORD_RECORD = record("user", "user.password", `jsonb_build_object('sha256', digest_of_sign_in('${ID}'))`);
const MEMBER = `${PERSON}; insert into membership (user_id, account_id, role) values ('${ID}', ${ACCOUNT}, 'operator')`;
const LIVE = "update deployment set mode = 'live'";
const GIVEN = record("user", "user.role", `'{"before": "viewer", "after": "operator"}'`, `'${ID}'`, "staff:Grace");
const AUTHORITY = `insert into authority (user_id, account_id, act, by_user_id) values ('${ID}', ${ACCOUNT}, 'promoted', '${ID}')`;
const JOINED = record("user", "user.join", `'{"role": "operator", "invitedBy": "x"}'`);

const ASKED = `${PERSON}; insert into approval (id, account_id, what, request, asked_by, asked_user_id, asked_at, expires_at, decides)
  values ('${ID}', ${ACCOUNT}, 'payout', '{}', 'staff:Ada of the check', '${ID}', now(), now(), 'account')`;
const BY_KEY = `insert into api_key (id, account_id, name, mode, scopes, maker_user_ids) values ('${ID}', ${ACCOUNT}, 'x', 'sandbox', '{}', '{${ID}}');
  insert into approval (id, account_id, what, request, asked_by, asked_maker_ids, asked_at, expires_at, decides)
    values ('${ID}', ${ACCOUNT}, 'payout', '{}', 'key:${ID}', '{${ID}}', now(), now(), 'account')`;

/** What a superuser does to what was told and taken in, and to who may come in and agree, by the rule that tells of it. */
export const WITNESSED_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  ...[
    ["price", "1"],
    ["quantity", "1"],
    ["fiatReceivable", "1"],
    ["quantityReceived", "999999"],
    ["fiatReceived", "999999"],
    ["amountStatus", '"PAID"'],
  ].map(([fact = "", value = ""]) => [EVENT, TELLING(fact, value)] as const),
  [SEEN, EARLIER("first_seen")],
  [SEEN, EARLIER("first_seen", "sighted_at")],
  [SEEN, EARLIER("first_seen", "sighted_at", "created_at")],
  [SEEN, `update deposit set fee_rate = 1, fee_estimate = 2 where ${OWN}`],
  [SETTLED, TERMS],
  [SETTLED, TERMS_RECORD],
  ...[
    "schedule = 'WEEKLY'",
    "business_days = true",
    "delay_days = 0",
    "minimum_units = 0",
    "reserve_units = 0",
    "beneficiary_id = account_id",
    "currency = 'GBP'",
    "version = 2",
    "reserve_bps = 1",
    "account_id = id",
  ].map(
    (change) =>
      [SETTLED, `${TERMS}; ${TERMS_RECORD}; update settlement_terms set ${change} where id = '${ID}'`] as const,
  ),
  [CARRIED, PAYOUT],
  ...["'bb'", "null"].map(
    (hash) => [CARRIED, `${PAYOUT}; ${PAYOUT_RECORD}; update payout set tx_hash = ${hash} where id = '${ID}'`] as const,
  ),
  ...[
    "update bank_line set remittance = 'bill 8'",
    "update bank_line set counterparty = null",
    "update bank_line set booked_at = booked_at - interval '1 day'",
    "update bank_line set reference = 'y'",
    "delete from bank_line",
    "delete from bank_statement",
  ].map((change) => [TAKEN, `${STATEMENT}; ${STATEMENT_RECORD}; ${change} where id = '${ID}'`] as const),
  [TAKEN, LIST],
  ...[
    `delete from sanctioned_address where list_id = '${ID}'`,
    `update sanctioned_address set address = 'bc1y' where list_id = '${ID}'`,
    `update sanctions_list set published_on = '2026-11-21' where id = '${ID}'`,
    `delete from sanctions_list where id = '${ID}'`,
  ].map((change) => [TAKEN, `${LIST}; ${LIST_RECORD}; ${change}`] as const),
  ...["password_hash = 'other'", "password_hash = null", "email = 'mallory@example.com'"].map(
    (change) => [SIGN_IN, `${PERSON}; ${PASSWORD_RECORD}; update staff_user set ${change} where id = '${ID}'`] as const,
  ),
  [
    HELD,
    `${LIVE}; ${MEMBER}; ${JOINED}; update membership set role_since = role_since - interval '1 day' where user_id = '${ID}'`,
  ],
  [HELD, `${MEMBER}; ${GIVEN}`],
  [HELD, `${MEMBER}; ${JOINED}`],
  ...[
    "asked_user_id = null",
    "asked_user_id = account_id",
    "decided_by = 'staff:Grace'",
    "asked_by = 'staff:Grace'",
  ].map((change) => [NAMED, `${ASKED}; update approval set ${change} where id = '${ID}'`] as const),
  [NAMED, `${BY_KEY}; update approval set asked_maker_ids = '{}' where id = '${ID}'`],
];

/** The same rows as the program makes them. */
export const WITNESSED_ALLOWED: readonly (readonly [rule: string, sql: string])[] = [
  [SETTLED, `${TERMS}; ${TERMS_RECORD}`],
  [CARRIED, `${PAYOUT}; ${PAYOUT_RECORD}`],
  [TAKEN, `${STATEMENT}; ${STATEMENT_RECORD}; ${LIST}; ${LIST_RECORD}`],
  [SIGN_IN, `${PERSON}; ${PASSWORD_RECORD}`],
  [HELD, `${LIVE}; ${MEMBER}; ${GIVEN}; ${AUTHORITY}`],
  [NAMED, `${ASKED}`],
  [NAMED, BY_KEY],
];
