import { SaxesParser } from "saxes";
import { type Fiat, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Refusal } from "#lib/kernel/errors.ts";
import { fileFault, MOST_LINES, tooManyLines } from "./file-fault.ts";
import { keyOfContent } from "./content-key.ts";
import { MOST_UNITS, type Statement, type StatementLine } from "./statement.ts";

// camt.053 (BankToCustomerStatement, ISO 20022), versions 02 to 08: those elements of it that say what was booked.

type Node = { name: string; text: string; attributes: Readonly<Record<string, string>>; children: Node[] };

/**
 * Reads the statements of a camt.053 file. Booked entries count, pending ones do not; an entry of several transactions
 * is a line for each where they add up to it, else one line. What reverses an entry may carry that one's number, and is
 * another line; what moves nothing is none. Refuses with VALIDATION_FAILED what is no such file.
 */
export function readCamt(text: string): Statement[] {
  const statements = all(treeOf(text), "BkToCstmrStmt", "Stmt");
  if (statements.length === 0)
    throw fileFault("text", "The file holds no statement (BkToCstmrStmt/Stmt of camt.053).", { code: "NO_STATEMENT" });
  const counted = { statements: new Map<string, number>(), equals: new Map<string, number>() };
  const found = statements.map((stmt) => statementOf(stmt, counted));
  if (found.reduce((sum, { lines }) => sum + lines.length, 0) > MOST_LINES) throw tooManyLines("text");
  return found;
}

class NotXml extends Error {}

/** Elements of as many lines as a file may hold, each told as wordily as any bank does: what has more is not read to its end. */
const MOST_ELEMENTS = MOST_LINES * 100;

function treeOf(text: string): Node {
  const parser = new SaxesParser();
  let elements = 0;
  const root: Node = { name: "", text: "", attributes: {}, children: [] };
  const path = [root];
  parser.on("error", (error) => {
    throw new NotXml(error.message);
  });
  parser.on("doctype", () => {
    throw new NotXml("it declares a document type");
  });
  parser.on("opentag", ({ name, attributes }: { name: string; attributes: Record<string, string> }) => {
    elements += 1;
    if (elements > MOST_ELEMENTS) throw tooManyLines("text");
    const node = { name: name.replace(/^.*:/, ""), text: "", attributes, children: [] };
    path.at(-1)?.children.push(node);
    path.push(node);
  });
  const add = (more: string) => {
    const node = path.at(-1);
    if (node) node.text += more;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => void path.pop());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof NotXml)
      throw fileFault("text", `The file is no well-formed XML: ${error.message}.`, {
        code: "NOT_XML",
        value: cut(error.message, 200),
      });
    throw error;
  }
  const [document] = root.children;
  if (document?.name !== "Document")
    throw fileFault("text", "The file is no ISO 20022 Document.", { code: "NOT_ISO20022" });
  return document;
}

/** All elements at a path below a node. */
const all = (node: Node, ...path: readonly string[]): Node[] =>
  path.reduce(
    (nodes: Node[], name) => nodes.flatMap((one) => one.children.filter((child) => child.name === name)),
    [node],
  );
const textAt = (node: Node, ...path: readonly string[]): string | undefined =>
  all(node, ...path)[0]?.text.trim() || undefined;

/**
 * What a file has said so far: how often each account's Id, of which the second is another statement, and how often a line
 * that has no number.
 */
type Counted = { statements: Map<string, number>; equals: Map<string, number> };

function statementOf(stmt: Node, { statements: named, equals }: Counted): Statement {
  const id = textAt(stmt, "Id") ?? "";
  const iban = textAt(stmt, "Acct", "Id", "IBAN");
  const name = JSON.stringify([iban, textAt(stmt, "Acct", "Ccy"), id]);
  const nth = (named.get(name) ?? 0) + 1;
  named.set(name, nth);
  const reference = nth === 1 ? id : `${id}#${nth}`;
  if (id === "") throw fileFault("text", "A statement has no Id.", { code: "NO_REFERENCE" });
  const currency = textAt(stmt, "Acct", "Ccy") ?? all(stmt, "Bal", "Amt")[0]?.attributes["Ccy"] ?? "";
  if (!isFiat(currency))
    throw fileFault("text", `Statement ${reference} is of ${currency || "no currency"}, which is none of ours.`, {
      code: "CURRENCY",
      statement: reference,
      value: currency || "–",
    });
  const { opening, closing } = balancesOf(stmt, currency, reference);
  return {
    iban,
    asset: currency,
    reference,
    balances: { opening: opening.units, closing: closing.units },
    closedAt: closing.at,
    lines: all(stmt, "Ntry").flatMap((entry, at) => linesOf(entry, at + 1, { iban, currency, reference, equals })),
  };
}

type Balance = { units: bigint; at: Date };

/**
 * Between which balances the lines of a statement lie: booked ones, the opening one as such or as what the last statement
 * closed with. One that is a page of several, or of a part of a day, begins or ends with an interim one (ITBD), of two the
 * first and the last. Available and forward ones are sums of other things. Refuses with VALIDATION_FAILED what lacks one.
 */
function balancesOf(stmt: Node, currency: Fiat, reference: string): { opening: Balance; closing: Balance } {
  const of = (kind: string) => all(stmt, "Bal").filter((balance) => textAt(balance, "Tp", "CdOrPrtry", "Cd") === kind);
  const interim = of("ITBD");
  const [first] = [...of("OPBD"), ...of("PRCD"), ...interim];
  const last = of("CLBD")[0] ?? interim.filter((balance) => balance !== first).at(-1);
  if (!first || !last) throw lacking(reference, first ? "CLOSING" : last ? "OPENING" : undefined);
  const read = (balance: Node) => ({
    units: sign(balance) * amountIn(balance, currency),
    at: dayOf(all(balance, "Dt")[0]),
  });
  return { opening: read(first), closing: read(last) };
}

function lacking(reference: string, value: "OPENING" | "CLOSING" | undefined): Refusal {
  const [opening, closing] = ["opening balance (OPBD, PRCD or ITBD)", "closing balance (CLBD or ITBD)"];
  const missing = value === undefined ? `${opening} and no ${closing}` : value === "OPENING" ? opening : closing;
  return fileFault("text", `Statement ${reference} has no ${missing}.`, {
    code: "NO_BALANCES",
    statement: reference,
    ...(value && { value }),
  });
}

type Within = Pick<Statement, "iban" | "reference"> & { currency: Fiat; equals: Map<string, number> };

function linesOf(entry: Node, place: number, within: Within): StatementLine[] {
  const { currency } = within;
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts");
  if (status !== "BOOK") return [];
  const own = all(entry, "NtryDtls", "TxDtls");
  const details = own.length === 1 ? own[0] : undefined;
  const number = numberOf(entry, place, within, () => lineOf(entry, details, currency, ""));
  const reference = isReversal(entry) ? `${number}/reversal` : number;
  const plain = lineOf(entry, details, currency, reference);
  const whole = { ...plain, endToEnd: plain.endToEnd ?? batchOf(entry) };
  const parts = own.flatMap((details, at) => partOf(entry, details, currency, `${reference}/${at + 1}`));
  const isSplit = parts.length > 1 && parts.reduce((sum, { units }) => sum + units, 0n) === whole.units;
  // Banks also write what moves nothing, as the close of a period over 0.00.
  return (isSplit ? parts : [whole]).filter(({ units }) => units > 0n);
}

/** What banks write where a number has to stand and they have none: of MT 940 (field 61), and of the EPC's guidelines. */
const NO_NUMBER = /^(?:NONREF|NOTPROVIDED)$/i;

/**
 * The bank's number of an entry. One that has none is named by its statement and its place there; one for which a word stands
 * that all have, or the place itself, which each statement has again, by what it says.
 */
function numberOf(entry: Node, place: number, within: Within, content: () => StatementLine): string {
  const [service, own] = [textAt(entry, "AcctSvcrRef"), textAt(entry, "NtryRef")];
  if (service !== undefined && !NO_NUMBER.test(service)) return service;
  if (own !== undefined && !NO_NUMBER.test(own) && Number(own) !== place) return own;
  const { iban, currency, reference, equals } = within;
  if (service === undefined && own === undefined) return `${reference}/${place}`;
  return `camt:${keyOfContent(equals, [iban, currency], content())}`;
}

/** The file of ours that a bank books as one line, by the names that we gave it and its payments. */
function batchOf(entry: Node): string | undefined {
  const [batch, ...more] = all(entry, "NtryDtls", "Btch");
  if (!batch || more.length > 0) return undefined;
  return optional(textAt(batch, "PmtInfId") ?? textAt(batch, "MsgId"), 200);
}

/** A transaction of an entry, where it says its own amount in the account's currency. */
function partOf(entry: Node, details: Node, currency: Fiat, reference: string): StatementLine[] {
  const amount = all(details, "Amt")[0] ?? all(details, "AmtDtls", "TxAmt", "Amt")[0];
  if (amount?.attributes["Ccy"] !== currency) return [];
  return [{ ...lineOf(entry, details, currency, reference), units: unitsIn(amount, currency) }];
}

function lineOf(entry: Node, details: Node | undefined, currency: Fiat, reference: string): StatementLine {
  const side = sign(entry) > 0n ? "CREDIT" : "DEBIT";
  const of = (...path: readonly string[]) => (details ? textAt(details, ...path) : undefined);
  const party = side === "CREDIT" ? "Dbtr" : "Cdtr";
  const endToEnd = of("Refs", "EndToEndId");
  const written = details ? WRITTEN.flatMap((path) => all(details, "RmtInf", ...path)) : [];
  const [valued] = all(entry, "ValDt");
  const remittance = written.map((node) => node.text.trim()).join(" ") || textAt(entry, "AddtlNtryInf");
  return {
    side,
    units: amountIn(entry, currency),
    reference: cut(reference, 200),
    reversalOf: isReversal(entry) ? cut(reference, 200).replace(/\/reversal(\/\d+)?$/, "$1") : undefined,
    endToEnd: endToEnd === undefined || endToEnd === "NOTPROVIDED" ? undefined : cut(endToEnd, 200),
    remittance: remittance === undefined ? undefined : cut(remittance, 1_000),
    counterparty: optional(of("RltdPties", party, "Nm") ?? of("RltdPties", party, "Pty", "Nm"), 200),
    counterpartyIban: optional(of("RltdPties", `${party}Acct`, "Id", "IBAN"), 64),
    bookedAt: dayOf(all(entry, "BookgDt")[0]),
    valuedAt: valued ? dayOf(valued) : undefined,
  };
}

/** Where a payer's words stand: as free text, or in a form of their own (ISO 11649 and those of countries). */
const WRITTEN = [["Ustrd"], ["Strd", "CdtrRefInf", "Ref"], ["Strd", "AddtlRmtInf"]] as const;

/** Whether the bank takes an entry of before back; its own sign is how it is booked. */
const isReversal = (entry: Node): boolean => ["true", "1"].includes(textAt(entry, "RvslInd") ?? "");

const cut = (text: string, most: number): string => text.replaceAll(/\s+/g, " ").slice(0, most);
const optional = (text: string | undefined, most: number): string | undefined => (text ? cut(text, most) : undefined);

function sign(node: Node): 1n | -1n {
  const indicator = textAt(node, "CdtDbtInd");
  if (indicator !== "CRDT" && indicator !== "DBIT")
    throw fileFault("text", "An amount is neither CRDT nor DBIT.", { code: "NO_SIGN" });
  return indicator === "CRDT" ? 1n : -1n;
}

function amountIn(node: Node, currency: Fiat): bigint {
  const [amount] = all(node, "Amt");
  if (!amount) throw fileFault("text", "An entry or balance has no Amt.", { code: "NO_AMOUNT" });
  return unitsIn(amount, currency);
}

function unitsIn(amount: Node, currency: Fiat): bigint {
  if (amount.attributes["Ccy"] !== currency)
    throw fileFault("text", `An amount is not in ${currency}.`, { code: "CURRENCY", expected: currency });
  const units = unitsFrom(amount.text.trim(), currency);
  if (units === undefined)
    throw fileFault("text", `${cut(amount.text, 40)} is not a valid amount of ${currency}.`, {
      code: "BAD_AMOUNT",
      value: cut(amount.text, 40),
      expected: currency,
    });
  return units;
}

/** A decimal of XML Schema, as ISO 20022 has amounts: without an exponent, and either side of the point may be missing. */
const AMOUNT = /^\+?(?=\.?\d)0*(\d*)(?:\.(\d*))?$/;

/** Smallest units of an amount, exactly; undefined when it is none, or more than any account holds. */
function unitsFrom(text: string, currency: Fiat): bigint | undefined {
  const [, whole = "", rest = ""] = AMOUNT.exec(text) ?? ["", "-"];
  const units = Decimal.parse(`${whole || "0"}${rest && `.${rest}`}`)?.toUnits(scaleOf(currency));
  return units === undefined || units < 0n || units > MOST_UNITS ? undefined : units;
}

/** The account, currency and day that a refused file seems to be of; undefined where that cannot be read. */
export function hintOfCamt(text: string): {
  iban?: string | undefined;
  currency?: string | undefined;
  day?: Date | undefined;
} {
  const iban = /<(?:\w+:)?IBAN>\s*([A-Z0-9 ]{5,42})\s*</.exec(text)?.[1];
  const closing = /<(?:\w+:)?Cd>(?:CLBD|ITBD)<[\s\S]{0,400}?<(?:\w+:)?Dt>\s*(\d{4}-\d\d-\d\d)/.exec(text)?.[1];
  const day = closing === undefined ? undefined : new Date(`${closing}T00:00:00Z`);
  const currency = /Ccy(?:="|>)([A-Z]{3})/.exec(text)?.[1];
  return { iban, currency, day: day && !Number.isNaN(day.getTime()) ? day : undefined };
}

/** A date, and a time, of XML Schema: each may name its zone, and may leave it out. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)?$/;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/;

/** Whether there is such a day: a Date takes 30 February for one of March. */
const isDay = (day = ""): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** A day, or a time, of the bank; a day is its midnight UTC, in whichever zone it lies, and a time without a zone is of UTC. */
function dayOf(node: Node | undefined): Date {
  const text = (node && (textAt(node, "DtTm") ?? textAt(node, "Dt"))) ?? "";
  const [, day] = DATE.exec(text) ?? [];
  const [, time, zone = "Z"] = TIME.exec(text) ?? [];
  const at = new Date(day === undefined ? `${time}${zone}` : `${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !isDay(day ?? time?.slice(0, 10)))
    throw fileFault("text", "An entry or balance has no date.", { code: "NO_DATE" });
  return at;
}
