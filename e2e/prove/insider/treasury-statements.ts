import { one, type Raw } from "./raw.ts";

export const PAYOUT = "01890000-0000-7000-8000-000000000001";
const MOVE = "01890000-0000-7000-8000-000000000003";
const opening = (status: string) =>
  `insert into move (id, kind, to_place, asset, quantity_units, reference, note, status, created_by, created_at, updated_at)
    values ('${MOVE}', 'OPENING', 'bank:main', 'EUR', 100, 'MV0000000001', 'mine', '${status}', 'x', now(), now())`;
const declared = `insert into move_fact (id, move_id, side, source, proof, units, status, told_by, at)
  values (gen_random_uuid(), '${MOVE}', 'ARRIVED', 'DECLARED', 'x', 100, 'EARLY', 'x', now())`;
const bankToBook = (event: string) => [
  `insert into ledger_account (id, code, asset, normal, may_be_negative) values (gen_random_uuid(), 'bank', 'EUR', 'DEBIT', true) on conflict do nothing`,
  `insert into ledger_transaction (id, effect_key, event, at) values ('${PAYOUT}', 'x', '${event}', now())`,
  `insert into posting (transaction_id, ledger_account_id, asset, debit, amount, balance)
    select '${PAYOUT}', id, asset, case when code = 'house:book' then 500 else -500 end, 0, 0
    from ledger_account where asset = 'EUR' and code in ('house:book', 'bank') order by code`,
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
  one("a bank's line rewritten", "update bank_line set units = units + 1"),
  one("a bank's statement rewritten", "update bank_statement set gap_units = 0"),
  one("what a move has brought, rewritten", "update move_fact set units = units + 1"),
  ...["venue.fee", "result.swept", "stray.confirmed", "move.left", "bank.credited", "bank.linked"].map((event) =>
    one(`the bank's money in the name of ${event}`, ...bankToBook(event)),
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
