import { one, type Raw } from "./raw.ts";

export const PAYOUT = "01890000-0000-7000-8000-000000000001";
const MOVE = "01890000-0000-7000-8000-000000000003";
const opening = (status: string) =>
  `insert into move (id, kind, to_place, asset, quantity_units, reference, note, status, created_by, created_at, updated_at)
    values ('${MOVE}', 'OPENING', 'bank:main', 'EUR', 100, 'MV0000000001', 'mine', '${status}', 'x', now(), now())`;
const declared = `insert into move_fact (id, move_id, side, source, proof, units, status, told_by, at)
  values (gen_random_uuid(), '${MOVE}', 'ARRIVED', 'DECLARED', 'x', 100, 'EARLY', 'x', now())`;
/** Postings of the one transaction: so much fiat to `debit` from `credit`. */
export const entered = (credit: string, debit: string, units: number): string =>
  `select enter_postings('{${PAYOUT}, ${PAYOUT}}', '{${credit}, ${debit}}', '{EUR, EUR}', '{-${units}, ${units}}')`;
const bankToBook = (event: string) => [
  `insert into ledger_account (id, code, asset, normal, may_be_negative) values (gen_random_uuid(), 'bank', 'EUR', 'DEBIT', true) on conflict do nothing`,
  `insert into ledger_transaction (id, effect_key, event, at) values ('${PAYOUT}', 'x', '${event}', now())`,
  entered("bank", "house:book", 500),
];
export const onMoves: Raw[] = [
  one(
    "a destination nobody agreed to",
    "insert into destination (id, place, asset, address, label, created_by, created_at) values (gen_random_uuid(), 'venue:sandbox', 'BTC', 'bc1qmine', 'mine', 'x', now())",
  ),
  one("a destination led elsewhere", "update destination set address = 'bc1qmine'"),
  one("a move approved as it is written", opening("APPROVED")),
  one("a move approved alone", opening("REQUESTED"), `update move set status = 'APPROVED' where id = '${MOVE}'`),
  one("a move that asks for more", "update move set quantity_units = quantity_units * 2"),
  one(
    "a move that arrives unapproved",
    opening("REQUESTED"),
    `update move set status = 'ARRIVED' where id = '${MOVE}'`,
  ),
  one(
    "what a move nobody agreed to has brought",
    opening("REQUESTED"),
    declared,
    `update move_fact set status = 'POSTED', times_posted = 1 where move_id = '${MOVE}'`,
  ),
  one(
    "a bank's word for a move, without its line",
    opening("REQUESTED"),
    declared.replace("'DECLARED', 'x'", "'BANK', gen_random_uuid()"),
  ),
  one(
    "a venue's word for a move, without its transfer",
    opening("REQUESTED"),
    declared.replace("'DECLARED', 'x'", "'VENUE', 'W1'"),
  ),
  one(
    "a withdrawal said to be a move that nobody agreed to",
    opening("REQUESTED"),
    `insert into venue_transfer (id, venue, kind, venue_ref, asset, quantity, fee, units, fee_units, fraction, status, told_at, seen_at, belongs_to, move_id)
      values ('${PAYOUT}', 'sandbox', 'WITHDRAWAL', 'mine', 'EUR', 1, 0, 100, 0, 0, 'PENDING', now(), now(), 'MOVE', '${MOVE}')`,
  ),
  one(
    "a venue's figures booked otherwise",
    `insert into venue_transfer (id, venue, kind, venue_ref, asset, quantity, fee, units, fee_units, fraction, status, told_at, seen_at, belongs_to)
      values ('${PAYOUT}', 'sandbox', 'DEPOSIT', 'mine', 'EUR', 1, 0, 90, 0, 0, 'PENDING', now(), now(), 'NOBODY')`,
  ),
  one("a trade at a venue rewritten", "update venue_trade set fee_units = 0"),
  one("a bank's line rewritten", "update bank_line set units = units + 1"),
  ...["'staff:Hugo', null", "'key:mine', null", "'staff:Hugo', (select id from approval limit 1)"].map((by) =>
    one(
      `a bank's statement that nobody agreed to, by ${by}`,
      `insert into bank_statement (id, place, asset, source, digest, reference, closed_at, taken_at, reading, taken_by, approval_id)
        values ('${PAYOUT}', 'bank:main', 'EUR', 'CAMT053', repeat('a', 64), 'mine', now(), now(), 'CAMT053', ${by})`,
    ),
  ),
  one(
    "a bank's line added to a statement later",
    `insert into bank_line (id, statement_id, place, asset, side, units, reference, booked_at, belongs_to, was_nobodys)
      select '${PAYOUT}', id, place, asset, 'CREDIT', 100, 'mine', now(), 'NOBODY', true from bank_statement limit 1`,
  ),
  one(
    "a mapping that nobody agreed to",
    `insert into bank_mapping (id, place, asset, version, mapping, made_by, made_at)
      values ('${PAYOUT}', 'bank:mine', 'EUR', 1, '{}', 'x', now())`,
  ),
  one("a mapping rewritten", "update bank_mapping set mapping = '{}'"),
  one("a file that waits, rewritten", "update bank_upload set file_name = 'mine'"),
  one("a refused file forgotten", "delete from bank_refusal"),
  one("a part of a line rewritten", "update bank_part set units = units + 1"),
  one("a bank's statement rewritten", "update bank_statement set gap_units = 0"),
  one(
    "what nobody expected taken as the operator's own by one person",
    `insert into resolution (id, kind, subject, subject_id, asset, units, note, made_by)
      select gen_random_uuid(), 'OWN', 'LINE', id, asset, units, 'mine', 'x' from bank_line where belongs_to = 'NOBODY' limit 1`,
  ),
  one(
    "what a restore lost stated as settled by one person",
    "insert into lost_hours (id, epoch, since, until, note, stated_by) values (gen_random_uuid(), 2, now(), now(), 'mine', 'x')",
  ),
  one("a resolution rewritten", "update resolution set units = units + 1"),
  one("what a move has brought, rewritten", "update move_fact set units = units + 1"),
  ...[
    ..."venue.filled venue.fee venue.credited venue.debited venue.mirrored".split(" "),
    ..."result.swept fees.swept fractions.swept stray.confirmed move.left bank.credited bank.linked resolution.made resolution.reversed".split(
      " ",
    ),
  ].map((event) => one(`the bank's money in the name of ${event}`, ...bankToBook(event))),
];

const terms = (schedule: string, delay: number) =>
  `insert into settlement_terms (id, account_id, currency, version, schedule, business_days, delay_days, minimum_units, reserve,
    reserve_units, beneficiary_id, made_by) values (gen_random_uuid(), (select account_id from beneficiary limit 1), 'EUR', 1, '${schedule}',
    false, ${delay}, 0, 'FIXED', 0, (select id from beneficiary limit 1), 'x')`;
export const onSettlements: Raw[] = [
  one("terms of settlement nobody agreed to", terms("DAILY", 1)),
  one("terms of settlement that nobody is told of", terms("NEVER", 30)),
  one("terms of settlement rewritten", "update settlement_terms set minimum_units = 0"),
  one("a settlement made up", "insert into settlement select * from settlement"),
  one("a settlement of other figures", "update settlement set due_units = due_units + 1"),
  one("a settlement forgotten", "delete from settlement"),
  one("a fee invoice rewritten", "update fee_invoice set lines = '[]'"),
  one(
    "a fee invoice made up",
    "insert into fee_invoice (id, settlement_id, account_id, year, nth, lines, made_at) select id, settlement_id, account_id, year, nth + 1, lines, now() from fee_invoice",
  ),
  one("fee invoices counted anew", "update fee_invoice_count set last = 0"),
  one(
    "a payout in the name of a settlement",
    `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, kind, status, is_out, beneficiary_id)
      values (gen_random_uuid(), (select account_id from beneficiary limit 1), 'EUR', 1, false, 'x', 'worker', 'SETTLEMENT', 'REQUESTED', false,
      (select id from beneficiary limit 1))`,
  ),
  one(
    "the house's days moved",
    "insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), null, true, 'zone', 'Asia/Tokyo', now(), 'x')",
  ),
];

const PREPARED = "01890000-0000-7000-8000-000000000004";
const THEIRS = `0014${"bb".repeat(20)}`;
const coin = `insert into prepared_input (prepared_id, n, network, source_hash, source_index, asset, units, script, branch, key_index, sequence, held)
  select '${PREPARED}', 0, network, tx_hash, output_index, asset, quantity_units, '0014', 0, 0, 4294967293, true from deposit where asset = 'BTC' limit 1`;
const paid = (kind: string, object: string, index: string) =>
  `insert into prepared_output (prepared_id, n, kind, object_id, units, script, address, key_index, held)
    values ('${PREPARED}', 0, '${kind}', ${object}, 1000, '${THEIRS}', 'bc1qmine', ${index}, true)`;
const transaction = (status: string) =>
  `insert into prepared_transaction (id, network, asset, status, wallet_id, family_id, fee_units, fee_rate, size, unsigned, content, made_by)
    select '${PREPARED}', 'bitcoin', 'BTC', '${status}', id, '${PREPARED}', 0, 1, 100, '00', 'cHNidP8B', 'x' from wallet limit 1`;
const auditLine = `insert into audit (at, actor, action, object_kind, object_id, request_id) values (now(), 'operator', 'said', 'x', '${PREPARED}', 'x')`;
export const onSigning: Raw[] = [
  one(
    "a transaction for the signer that pays the one who writes it",
    coin,
    paid("CHANGE", "null", "0"),
    transaction("PREPARED"),
    auditLine,
  ),
  one(
    "a transaction for the signer in the name of a payout that waits",
    coin,
    paid("PAYOUT", "(select id from payout limit 1)", "null"),
    transaction("PREPARED"),
    auditLine,
  ),
  one(
    "a transaction that was never prepared, signed",
    coin,
    paid("CHANGE", "null", "0"),
    transaction("SIGNED"),
    auditLine,
  ),
  one("a crypto payout for the signer without a transaction", "update payout set status = 'PREPARED'"),
  one(
    "a greater fee for all",
    "insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), null, true, 'networkFeeBps', '9000', now(), 'x')",
  ),
];

export const onOutgoing: Raw[] = [
  one(
    "a theft explained by a payout that is none",
    `insert into outgoing (id, network, tx_hash, status, confirmations_required, seen_at, updated_at)
      values ('${PAYOUT}', 'bitcoin', 'theft', 'MEMPOOL', 2, now(), now())`,
    `insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at) values ('${PAYOUT}', 'BTC', 'PAYOUT', '${MOVE}', 1, now())`,
  ),
  one("what left made less", "update outgoing_amount set spent_units = 1"),
  one("what left forgotten", "delete from outgoing"),
  one("a proof of custody rewritten", "update custody_proof set node_units = ledger_units"),
  ...["outgoing.left", "outgoing.reversed"].map((event) =>
    one(`the bank's money in the name of ${event}`, ...bankToBook(event)),
  ),
];
