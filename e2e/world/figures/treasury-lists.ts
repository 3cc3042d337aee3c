import { type Hand, moment } from "./amounts.ts";
import { add, addText, figuresOf, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import { instant, type Read, unitsOf } from "./treasury-now.ts";
import { nameOf } from "./treasury.ts";

const KINDS: Readonly<Record<string, string>> = { CAPITAL_OUT: "Capital out", TO_BANK: "Venue to bank" };
const FACTS = `select coalesce(json_agg(json_build_array(f.side, f.at, f.units::text, f.proof, f.note) order by f.at, f.id), '[]')
  from move_fact f where f.move_id = m.id`;
/** What a move has lost: what the books have as its costs. */
const MOVES = `select m.*, m.quantity_units::text as units, d.label, coalesce(d.address, m.address) as goes_to, (${FACTS}) as facts,
    coalesce((select sum(case l.code when 'house:result' then -p.amount else p.amount end) from posting p join ledger_account l on l.id = p.ledger_account_id
      join ledger_transaction t on t.id = p.transaction_id
      where l.code ~ '^house:(venue|bank|network)-fee$|^house:result$' and t.effect_key like 'move:' || m.id || ':%'), 0)::text as cost
  from move m left join destination d on d.id = m.destination_id order by m.created_at desc, m.id desc`;

export type Move = {
  id: string;
  kind: string;
  status: string;
  row: string;
  asset: string;
  units: bigint;
  reference: string;
  createdAt: number;
  label: string | null;
  address: string | null;
  note: string;
  cost: bigint;
  facts: { at: number; units: bigint; proof: string }[];
};

export async function readMoves({ rows }: Hands): Promise<Move[]> {
  return (await rows(MOVES)).map((row) => ({
    id: row["id"],
    kind: row["kind"],
    status: row["status"],
    row: `${KINDS[row["kind"]]}${placeOf(row["from_place"])} – ${placeOf(row["to_place"])}`,
    asset: row["asset"],
    units: BigInt(row["units"]),
    reference: row["reference"],
    createdAt: instant(row["created_at"]),
    label: row["label"],
    address: row["goes_to"],
    note: row["note"],
    cost: BigInt(row["cost"]),
    facts: (row["facts"] as [string, string, string, string][]).map(([, at, units, proof]) => ({
      at: instant(at),
      units: BigInt(units),
      proof,
    })),
  }));
}

const placeOf = (code: string | null): string => (code === null || code === "owner" ? "External" : nameOf(code));

/** Every move, newest first. */
export function movesList(sheet: Sheet, moves: readonly Move[], { now, hand }: Read): void {
  for (const { row, units, asset, reference, createdAt } of moves) {
    add(sheet, `Moves | [${row}] Quantity`, hand.sum(units, asset));
    addText(sheet, `Moves | [${row}] Reference`, reference);
    add(sheet, `Moves | [${row}] Requested`, ...moment(createdAt, now, hand));
  }
}

/** What is behind one: where it goes, what it cost, and what proves each step. */
export function moveDetail(move: Move, { now, hand }: Read): Sheet {
  const sheet: Sheet = new Map();
  if (move.address) addText(sheet, " | Address", `${move.label}: ${move.address}`);
  addText(sheet, " | Reason", move.note);
  add(sheet, " | Transfer cost", hand.sum(move.cost, move.asset));
  for (const { at, units, proof } of move.facts)
    add(sheet, "Evidence | ", ...moment(at, now, hand), hand.sum(units, move.asset), ...figuresOf(proof));
  return sheet;
}

export const lineText = (line: Record<string, string | null>): string =>
  [line["counterparty"], line["remittance"] ?? line["end_to_end"] ?? line["reference"]].filter(Boolean).join(", ");

export const LINES = "select *, units::text as cents from bank_line order by booked_at desc, id desc";
export const NOBODYS = `select v.*, told_at as seen from venue_transfer v where belongs_to = 'NOBODY'
  and not exists (select from resolution r where r.subject_id = v.id) order by told_at desc`;
const MAPPINGS = `select distinct on (place, asset) * from bank_mapping order by place, asset, version desc`;

/** What banks and venues have told, what of it is nobody's, and where money may go. */
export async function statementLists(sheet: Sheet, { hands, now, hand }: Read): Promise<void> {
  for (const { venue, kind, quantity, asset, venue_ref, seen } of await hands.rows(NOBODYS)) {
    const row = `Unassigned venue transfers | [${kind === "DEPOSIT" ? "Deposit at" : "Withdrawal from"} ${venue}]`;
    const units = unitsOf(quantity, asset);
    const symbol = hand.sum(0n, asset).split(" ")[1];
    add(sheet, `${row} Amount`, `${hand.signed(kind === "DEPOSIT" ? units : -units, asset)} ${symbol}`);
    addText(sheet, `${row} Venue reference`, venue_ref);
    add(sheet, `${row} Time`, ...moment(instant(seen), now, hand));
  }
  for (const { place, asset, version, made_at } of await hands.rows(MAPPINGS)) {
    const row = `Bank statements > CSV mappings | [${place} ${asset}]`;
    add(sheet, `${row} Version`, `${version}`);
    add(sheet, `${row} Set`, ...moment(instant(made_at), now, hand));
  }
  for (const line of await hands.rows(LINES)) {
    const row = `Bank lines | [${lineText(line)}]`;
    const units = BigInt(line["cents"]);
    addText(sheet, `${row} Text`, lineText(line));
    add(
      sheet,
      `${row} Amount`,
      `${hand.signed(line["side"] === "CREDIT" ? units : -units, line["asset"])} ${line["asset"]}`,
    );
    addText(sheet, `${row} Account`, line["place"]);
    add(sheet, `${row} Booked`, ...moment(instant(line["booked_at"]), now, hand));
  }
  for (const { label, address } of await hands.rows("select * from destination where ended_at is null"))
    addText(sheet, `Allow-list | [${label}] Address`, address);
}

const SCANS = `select distinct on (network) *, coalesce(ended_at, asked_at) as made_at from custody_scan order by network, asked_at desc, id desc`;
const NETWORKS: Readonly<Record<string, string>> = { bitcoin: "Bitcoin", bitcoincash: "Bitcoin Cash" };

/** The last scan of each network. */
export async function custodyCheck(sheet: Sheet, { hands, now, hand }: Read): Promise<void> {
  for (const { network, scripts, unknown, height, made_at } of await hands.rows(SCANS)) {
    const row = `Custody check | [${NETWORKS[network]}]`;
    const cell = (column: string, count: unknown) => {
      if (count !== null) add(sheet, `${row} ${column}`, grouped(String(count), hand));
    };
    cell("Addresses", scripts);
    cell("Unknown outputs", unknown);
    cell("Block", height);
    add(sheet, `${row} As of`, ...moment(instant(made_at), now, hand));
  }
}

const grouped = (count: string, hand: Hand): string => hand.rate(count);
