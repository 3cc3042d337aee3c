import { PAID_BREAKS } from "./paid.fixture.ts";
import { RATES_BREAKS } from "./rates.fixture.ts";
import { ONE } from "./running.fixture.ts";
import { REPORTED_BREAKS } from "./reported.fixture.ts";
import { WITNESSED_BREAKS } from "./witnessed.fixture.ts";

const GUARDS = "no guard of the database is switched off";
const WHOLE = "every ledger transaction has postings, and what it says of a deposit is that deposit's";
const MADE = "a bill's terms are those it was made with";
const RECEIVED = "a bill's address is the one derived for it, and its deposits came there";
const TREATED = "a deposit says that it was converted when a part of it was, by treatment";
const PAIR = "what an invoice sells is of its pair";
const BANKS = "what payouts and moves have by banks is what the banks told, each to the unit";
const ASKED = "a payout is what was asked for, to whom it was asked for";
const ADDED = "where the operator's means may go is what was added";
const KEY = "a key may do what it was made for";

const ID = "00000000-0000-7000-8000-0000000000f1";
const EXIT = `insert into payout_exit (payout_id, proof, n, place, left_at)
  select id, '${ID}', 9, 'bank', now() from payout where is_fiat(asset) limit 1`;
const FIAT_PAYOUT = `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by)
  select '${ID}', account_id, 'EUR', 700, false, 'x', 'x' from bill limit 1`;
const REQUESTED = `insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id)
  select now(), 'x', 'payout.request', account_id, 'payout', id::text, '{"quantity": "7", "reference": "x", "asset": "EUR"}', 'x'
  from payout where id = '${ID}'`;

/** What a superuser does to what no sum shows, by the rule that tells of it. */
export const TERMS_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  [GUARDS, "alter table posting disable trigger posting_append_only"],
  [GUARDS, "alter table membership disable trigger all"],
  ...[
    `delete from posting where transaction_id = (select transaction_id from posting limit 1)`,
    `delete from ledger_transaction where ${ONE("ledger_transaction")}`,
    "update ledger_account set normal = case normal when 'DEBIT' then 'CREDIT' else 'DEBIT' end",
    `update ledger_transaction set bill_id = null, deposit_id = null where ${ONE("ledger_transaction", "event = 'deposit.confirmed'")}`,
    "update ledger_transaction set effect_key = 'x' || effect_key where event = 'deposit.sold'",
    `update deposit set tx_hash = 'f' || tx_hash where ${ONE("deposit", "times_confirmed > 0")}`,
    `update deposit set output_index = output_index + 77 where ${ONE("deposit", "times_confirmed > 0")}`,
  ].map((sql) => [WHOLE, sql] as const),
  ...[
    "price = price * 2",
    "quantity_units = quantity_units * 2",
    "fiat_units = fiat_units * 2",
    "expires_at = expires_at + interval '5 days'",
    "created_at = created_at - interval '1 second'",
    "strategy = case strategy when 'RAI' then 'RFQ' else 'RAI' end",
    "fee_model = case fee_model when 'SPREAD' then 'EXPLICIT' else 'SPREAD' end",
    "limit_price = coalesce(limit_price, 1) + 1",
    "subaccount = 'another'",
    "address = 'another'",
    "reference = 'another'",
  ].map((change) => [MADE, `update bill set ${change} where ${ONE("bill")}`] as const),
  [MADE, "delete from bill"],
  [MADE, "update event set type = 'payment.expired' where type = 'payment.created'"],
  [MADE, `delete from event where type = 'payment.created'`],
  [
    RECEIVED,
    `update deposit_address set address = 'another', cash_address = null where ${ONE("deposit_address", "bill_id is not null")}`,
  ],
  [RECEIVED, `update deposit set address = 'another' where ${ONE("deposit", "stray_id is null")}`],
  [TREATED, `update deposit set status = 'CREDITED' where ${ONE("deposit", "status = 'CONVERTED'")}`],
  [PAIR, "update conversion set fiat = case fiat when 'CAD' then 'JPY' else 'CAD' end"],
  [BANKS, `${FIAT_PAYOUT}; ${EXIT}`],
  // Of a line that is gone.
  [
    BANKS,
    `insert into bank_part (id, line_id, proof, units, payout_id) values ('${ID}', '${ID}', '${ID}', 5, '${ID}')`,
  ],
  [ASKED, `${FIAT_PAYOUT}; ${REQUESTED}; update payout set quantity_units = 800 where id = '${ID}'`],
  [ASKED, `${FIAT_PAYOUT}; ${REQUESTED}; update payout set account_id = '${ID}' where id = '${ID}'`],
  [
    ASKED,
    `${FIAT_PAYOUT}; ${REQUESTED.replace('"asset"', '"beneficiaryId": "y", "asset"')}; update payout set beneficiary_id = '${ID}' where id = '${ID}'`,
  ],
  [
    ADDED,
    `insert into destination (id, place, asset, address, label, created_by, created_at) values ('${ID}', 'bank:main', 'EUR', 'x', 'x', 'x', now())`,
  ],
  [KEY, "update api_key set scopes = scopes || array['payouts:request']"],
  [KEY, `update api_key set account_id = '${ID}'`],
  ...RATES_BREAKS,
  ...REPORTED_BREAKS,
  ...PAID_BREAKS,
  ...WITNESSED_BREAKS,
];
