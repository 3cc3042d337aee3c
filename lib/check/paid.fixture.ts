import { ONE } from "./running.fixture.ts";

const LEFT = "each time that a payout left, and came back, is booked as it says";
const RECORDED = "what was recorded as paid is booked as paid, and nothing else is";
const LINE = "a bank's line that is a payout's pays it";
const ORDER = "a venue's order brought what its trades brought";
const ITEMS = "an executed conversion has sold its items, by the fee model of what was sold";
const CONFIRMED =
  "a deposit was confirmed and reversed as often as was booked, and waits for the confirmations of its bill";
const NAME = "what an account has stands under its name alone";
const SIGNED_IN = "who is signed in has signed in, by what they have added themselves";
const INVITED = "an invitation that waits was sent by somebody, into the role that it says";
const WAITS = "a request that waits is what somebody has asked for";

const ID = "00000000-0000-7000-8000-0000000000f4";
const EXIT = `insert into payout_exit (payout_id, proof, n, place, left_at)
  select id, '${ID}', 1, 'bank', now() from payout where is_fiat(asset) limit 1`;
const PAID_LINE = `insert into bank_line (id, statement_id, place, asset, side, units, reference, booked_at, belongs_to, payout_id)
  select '${ID}', '${ID}', 'bank:main', asset, 'DEBIT', quantity_units, 'x', now(), 'PAYOUT', id from payout where is_fiat(asset) limit 1`;
const MEMBER = "from membership limit 1";
const SESSION = `insert into staff_session (id, user_id, created_at, expires_at)
  select '${ID}', user_id, clock_timestamp(), clock_timestamp() + interval '1 day' ${MEMBER}`;
const PASSKEY = `insert into staff_passkey (id, user_id, name, public_key, counter) select 'x', user_id, 'x', '\\x00', 0 ${MEMBER}`;
const INVITATION = `insert into invitation (id, account_id, email, role)
  select '${ID}', account_id, 'x@example.com', 'admin' ${MEMBER}`;
const REQUEST = `insert into approval (id, account_id, what, request, asked_by, asked_at, expires_at, decides)
  select '${ID}', account_id, 'payout', '{"quantity": "7"}', 'x', business_now(), business_now() + interval '1 day', 'account' ${MEMBER}`;
const record = (kind: string, action: string, detail: string, objectId = `'${ID}'`) =>
  `insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id)
    select business_now(), 'x', '${action}', account_id, '${kind}', ${objectId}, '${detail}', 'x' ${MEMBER}`;
const ASKED = record("approval", "approval.ask", '{"what": "payout", "request": {"quantity": "7"}}');

/** What a superuser does to what was paid and sold, and to who comes in, by the rule that tells of it. */
export const PAID_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  [LEFT, EXIT],
  [RECORDED, "update payout set status = 'CONFIRMED'"],
  [RECORDED, "delete from payout"],
  [LINE, `${PAID_LINE}; update bank_line set units = units + 1 where id = '${ID}'`],
  [LINE, `${PAID_LINE}; update bank_line set payout_id = '${ID}' where id = '${ID}'`],
  ...["proceeds = proceeds + 0.1", "fee = fee + 0.1"].map(
    (change) => [ORDER, `update venue_order set ${change} where ${ONE("venue_order")}`] as const,
  ),
  [ITEMS, "update conversion_item set deposit_id = (select max(id::text)::uuid from bill)"],
  [ITEMS, "update conversion_item set quantity_units = quantity_units + 1"],
  [ITEMS, `update fill set fee_model = 'EXPLICIT' where ${ONE("fill", "fee_model = 'SPREAD'")}`],
  [
    CONFIRMED,
    `update deposit set times_confirmed = times_confirmed + 1, times_reversed = times_reversed + 1 where ${ONE("deposit")}`,
  ],
  [CONFIRMED, `update deposit set confirmations_required = 0 where ${ONE("deposit")}`],
  [CONFIRMED, `update bill set confirmations_required = 0 where ${ONE("bill")}`],
  [
    CONFIRMED,
    `update bill set confirmation_tiers = confirmations_required || ',1:' || confirmations_required + 1 || ',1000000:99' where ${ONE("bill")}`,
  ],
  [NAME, `update ledger_account set account_id = null where ${ONE("ledger_account", "account_id is not null")}`],
  [NAME, `update ledger_account set account_id = '${ID}' where ${ONE("ledger_account", "account_id is null")}`],
  [
    NAME,
    `update ledger_transaction set account_id = null where ${ONE("ledger_transaction", "account_id is not null")}`,
  ],
  [SIGNED_IN, SESSION],
  [SIGNED_IN, PASSKEY],
  [
    SIGNED_IN,
    `insert into staff_totp (id, user_id, secret_sealed, confirmed_at) select '${ID}', user_id, '\\x00', clock_timestamp() ${MEMBER}`,
  ],
  [SIGNED_IN, `insert into staff_identity (issuer, subject, user_id) select 'x', 'x', user_id ${MEMBER}`],
  [INVITED, INVITATION],
  [INVITED, `${INVITATION}; ${record("invitation", "user.invite", '{"role": "viewer"}')}`],
  [WAITS, REQUEST],
  ...["asked_by = 'y'", `request = '{"quantity": "8"}'`, "asked_at = asked_at + interval '1 hour'"].map(
    (change) => [WAITS, `${REQUEST}; ${ASKED}; update approval set ${change} where id = '${ID}'`] as const,
  ),
];

/** The same rows as the program makes them. */
export const PAID_ALLOWED: readonly (readonly [rule: string, sql: string])[] = [
  [LINE, PAID_LINE],
  [CONFIRMED, `update bill set confirmation_tiers = confirmations_required || ',1000000:99' where ${ONE("bill")}`],
  [SIGNED_IN, `${SESSION}; ${record("user", "user.sign-in", `{"sessionId": "${ID}"}`, "user_id::text")}`],
  [SIGNED_IN, `${PASSKEY}; ${record("user", "user.passkey.add", "{}", "user_id::text")}`],
  [INVITED, `${INVITATION}; ${record("invitation", "user.invite", '{"role": "admin"}')}`],
  [WAITS, `${REQUEST}; ${ASKED}`],
];
