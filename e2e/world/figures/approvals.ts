import { decimalsOf, type Hand, moment, symbolOf } from "./amounts.ts";
import { add, addText, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";

/** What waits for a second person, as the payout or move has it that it is about. */
export type Approval = {
  id: string;
  what: "payout" | "move";
  asset: string;
  units: bigint;
  reference: string;
  /** Where it goes: a bank account or an address. */
  place: string;
  why: string;
  askedAt: number;
  expiresAt: number;
  /** Null while it waits. */
  decidedAt: number | null;
  /** Of a payout: what the account and the place have of it, and what of that is promised, this one with it. */
  account: { holds: bigint; promised: bigint; reserve: bigint };
  lying: { holds: bigint; promised: bigint };
};

/** What the books have of the payout's asset in accounts that are so called. */
const booked = (where: string) =>
  `(select coalesce(sum(l.balance), 0)::text from ledger_account l where l.asset = p.asset and ${where})`;
const BALANCES = `
  ${booked("l.account_id = p.account_id and split_part(l.code, ':', 3) in ('available', 'locked', 'reserved')")} as holds,
  ${booked("l.account_id = p.account_id and split_part(l.code, ':', 3) in ('locked', 'reserved')")} as promised,
  ${booked("(l.code = 'bank' or l.code like 'custody:%')")} as lies, ${booked("l.code like 'acc:%:reserved'")} as reserved,
  (select reserve_now(p.account_id, p.asset)::text) as reserve`;

const REQUESTS = `select a.id, a.what, a.asked_at, a.expires_at, a.decided_at, coalesce(p.asset, m.asset) as asset,
    coalesce(p.quantity_units, m.quantity_units)::text as units, coalesce(p.reference, m.reference) as reference,
    coalesce(b.iban, b.address, d.address) as place, coalesce(a.reason, p.reference, m.note) as why, ${BALANCES}
  from approval a left join payout p on p.id::text = a.request ->> 'payoutId' left join beneficiary b on b.id = p.beneficiary_id
  left join move m on m.id::text = a.request ->> 'moveId' left join destination d on d.id = m.destination_id
  where coalesce(p.id, m.id) is not null and (p.account_id is null or p.account_id = (select id from account where name = 'demo'))`;

export async function readApprovals({ rows }: Hands): Promise<Approval[]> {
  return (await rows(REQUESTS)).map((row) => ({
    ...(row as Approval),
    units: BigInt(row["units"]),
    askedAt: new Date(row["asked_at"]).getTime(),
    expiresAt: new Date(row["expires_at"]).getTime(),
    decidedAt: row["decided_at"] === null ? null : new Date(row["decided_at"]).getTime(),
    account: { holds: BigInt(row["holds"]), promised: BigInt(row["promised"]), reserve: BigInt(row["reserve"]) },
    lying: { holds: BigInt(row["lies"]), promised: BigInt(row["reserved"]) },
  }));
}

/** In a sentence a coin has just the decimals that its amount has. */
const inSentence = (units: bigint, asset: string, hand: Hand): string =>
  decimalsOf(asset) > 2 ? hand.bare(units, asset) : hand.money(units, asset);

/** Of the world's moves the one that waits leaves the bank for the owner. */
const titleOf = ({ what, units, asset }: Approval, hand: Hand): string => {
  const amount = inSentence(units, asset, hand).replaceAll("'", "\u00a0");
  return what === "payout"
    ? `Payout of ${amount}\u00a0${symbolOf(asset)}`
    : `Move ${amount} ${symbolOf(asset)} from Bank main to outside`;
};
const EFFECTS = { payout: "Payout: amount reserved → released for payment", move: "Move: not sent → sent" };

/** Every request that waits, or was decided: what, since when, why, and until or since when. */
export function approvalsPage(approvals: readonly Approval[], now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  for (const approval of approvals) {
    const { what, units, asset, why, askedAt, expiresAt, decidedAt } = approval;
    const row = `${decidedAt === null ? "Awaiting approval" : "Decided"} | [${titleOf(approval, hand)}${EFFECTS[what]}]`;
    add(sheet, `${row} What`, `${inSentence(units, asset, hand)} ${symbolOf(asset)}`);
    add(sheet, `${row} Requested`, ...moment(askedAt, now, hand));
    addText(sheet, `${row} Why`, why);
    add(sheet, `${row} State`, ...moment(decidedAt ?? expiresAt, now, hand));
  }
  return sheet;
}

/** The dialog in which one is decided. */
export function approvalDialog({ what, units, asset, ...of }: Approval, now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  add(sheet, " | heading", `${inSentence(units, asset, hand)} ${symbolOf(asset)}`);
  const sides =
    what === "payout"
      ? ([
          ["demo", of.account],
          ["Bank main", of.lying],
        ] as const)
      : [];
  for (const [side, { holds, promised }] of sides) {
    add(sheet, ` | [Balance now] ${side}`, hand.money(holds, asset));
    add(sheet, ` | [Promised otherwise] ${side}`, hand.money(promised - units, asset));
    add(sheet, ` | [This payout] ${side}`, hand.money(units, asset));
    add(sheet, ` | [Free after it] ${side}`, hand.money(holds - promised, asset));
  }
  if (what === "payout" && of.account.reserve > 0n)
    add(sheet, " | [Reserve by the settlement terms] demo", hand.money(of.account.reserve, asset));
  if (what === "payout") add(sheet, " | Amount", `${inSentence(units, asset, hand)} ${symbolOf(asset)}`);
  else add(sheet, " | Quantity", inSentence(units, asset, hand));
  addText(sheet, what === "payout" ? " | Place" : " | Address", of.place);
  addText(sheet, " | Reference", of.reference);
  add(sheet, "Who approves | ", ...moment(of.askedAt, now, hand), ...moment(of.expiresAt, now, hand));
  return sheet;
}

const TERMS = `select t.*, t.minimum_units::text as minimum, t.reserve_units::text as kept, a.name as account, b.name, b.iban
  from settlement_terms t join account a on a.id = t.account_id join beneficiary b on b.id = t.beneficiary_id
  where a.name = 'demo' and t.version = (select max(n.version) from settlement_terms n
    where n.account_id = t.account_id and n.currency = t.currency)`;
const BENEFICIARIES =
  "select b.* from beneficiary b join account a on a.id = b.account_id where a.name = 'demo' and ended_at is null";
const FILES = `select f.*, (select sum(p.quantity_units) from payout p where p.file_id = f.id)::text as total,
    (select count(*)::int from payout p where p.file_id = f.id) as count from payout_file f`;
const PREPARED = `select t.made_at, t.asset,
    (select sum(o.units) from prepared_output o where o.prepared_id = t.id and o.kind <> 'CHANGE')::text as paid,
    (select count(*)::int from prepared_output o where o.prepared_id = t.id and o.kind = 'PAYOUT') as payouts,
    ((select sum(i.units) from prepared_input i where i.prepared_id = t.id) - (select sum(o.units) from prepared_output o where o.prepared_id = t.id))::text as left
  from prepared_transaction t`;

type Shown = { hands: Hands; now: number; hand: Hand };
const instant = (value: unknown): number => new Date(value as string).getTime();
const rowAt = (at: number, now: number, hand: Hand): string => moment(at, now, hand).join(" ");

/** The terms that rule: when it is settled, from which sum on, what is kept, and to where. */
export async function termsTab({ hands, now, hand }: Shown): Promise<Sheet> {
  const sheet: Sheet = new Map();
  for (const terms of await hands.rows(TERMS)) {
    const row = `Terms of settlement > Terms | [${terms["account"]}]`;
    add(sheet, `${row} Schedule`, `${terms["delay_days"]}`);
    add(sheet, `${row} Minimum`, hand.money(BigInt(terms["minimum"]), terms["currency"]));
    add(sheet, `${row} Reserve`, hand.money(BigInt(terms["kept"]), terms["currency"]));
    // The account's number stands close after its name.
    addText(sheet, `${row} Bank account`, `${terms["name"]}${terms["iban"]}`);
    add(sheet, `${row} Since`, ...moment(instant(terms["made_at"]), now, hand));
  }
  return sheet;
}

/** Where the account's money may go. */
export async function beneficiariesTab({ hands, now, hand }: Shown): Promise<Sheet> {
  const sheet: Sheet = new Map();
  for (const { name, iban, address, made_at } of await hands.rows(BENEFICIARIES)) {
    addText(sheet, `Beneficiaries | [${name}] Address or account`, iban ?? address);
    add(sheet, `Beneficiaries | [${name}] Added`, ...moment(instant(made_at), now, hand));
  }
  return sheet;
}

/** The files for the banks: each is the sum of its payouts. */
export async function filesTab({ hands, now, hand }: Shown): Promise<Sheet> {
  // The form's and the hash's own names.
  const sheet: Sheet = new Map([
    ["Payouts | ", ["001"]],
    ["Bank files | column", ["SHA-256"]],
  ]);
  for (const { made_at, currency, total, count, sha256 } of await hands.rows(FILES)) {
    const row = `Bank files | [${rowAt(instant(made_at), now, hand)}]`;
    add(sheet, `${row} Created`, ...moment(instant(made_at), now, hand));
    add(sheet, `${row} Total`, hand.sum(BigInt(total), currency));
    add(sheet, `${row} Payouts`, `${count}`);
    addText(sheet, `${row} SHA-256`, sha256);
    addText(sheet, "Bank files | named Copy SHA-#", "SHA-256");
  }
  return sheet;
}

/** What an external signer has to sign: what it pays, and its fee, which is what no output takes. */
export async function signingTab({ hands, now, hand }: Shown): Promise<Sheet> {
  const sheet: Sheet = new Map();
  for (const { made_at, asset, paid, payouts, left } of await hands.rows(PREPARED)) {
    const row = `To sign > Prepared transactions | [${rowAt(instant(made_at), now, hand)}]`;
    add(sheet, `${row} Prepared`, ...moment(instant(made_at), now, hand));
    add(sheet, `${row} Pays`, `${payouts}`);
    add(sheet, `${row} Amount`, hand.sum(BigInt(paid), asset));
    add(sheet, `${row} Network fee`, hand.sum(BigInt(left), asset));
  }
  return sheet;
}
