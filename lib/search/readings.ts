import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { ALL_ROLES, type AnyRole } from "#lib/contract/permissions.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { hexToBytes } from "@noble/hashes/utils.js";
import { base58checkBytes } from "#lib/wallets/base58check.ts";
import { toCashAddr } from "#lib/wallets/cashaddr.ts";
import { addressKey, ethAddress } from "#lib/wallets/encodings.ts";

/** What a typed text can name: every reading of it that its shape allows. What it truly names the records say. */
export type Readings = {
  /** The ids between which those lie that begin so. */
  ids?: { first: string; last: string };
  /** The last six digits of an id, and a pattern for all of it that was typed. */
  tail?: { tail: string; like: string };
  /** How a transaction's hash begins, with and without 0x, and a pattern for its end. */
  hashes?: { begins: readonly string[]; like: string };
  /** How the compared form of an address begins, and a pattern for its end. */
  addresses?: { begins: readonly string[]; like: string };
  /** Amounts as they may be meant, with what they are of. */
  amounts?: { amounts: readonly Decimal[]; symbol: string | undefined };
  /** The roles that are called so. */
  roles: readonly AnyRole[];
  words: string;
};

const ID_DIGITS = 32;
/** A page shows so many of an id. */
const TAIL = 6;
/** The last part of an id as it is written, between dashes. */
const LAST_PART = 12;
/** Fewer digits begin too many ids and hashes to be meant. */
const LEAST = 3;
const CASE_ID = /^[a-z]+(?:-[a-z]+)*-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** Ids and hashes as a page shortens them: their beginning and their end, or the end alone. */
const SHORTENED = /^([\w:.-]*?)(?:…|\.{2,3})(\w+)$/;

/** Reads a text as every kind of thing that its shape allows. */
export function readTyped(typed: string): Readings {
  const words = typed.trim();
  const name = CASE_ID.exec(words)?.[1] ?? words;
  const [, begins, ends] = SHORTENED.exec(name) ?? [undefined, name, ""];
  return {
    ...readId(begins ?? "", ends ?? ""),
    ...readHash(begins ?? "", ends ?? ""),
    ...readAddress(begins ?? "", ends ?? ""),
    ...readAmount(words),
    roles: ALL_ROLES.filter((role) => role === words.toLowerCase()),
    words,
  };
}

const hexOf = (text: string): string | undefined => {
  const digits = text.replaceAll("-", "").toLowerCase();
  return /^[0-9a-f]*$/.test(digits) ? digits : undefined;
};

function readId(begins: string, ends: string): Pick<Readings, "ids" | "tail"> {
  const [head, end] = [hexOf(begins), hexOf(ends)];
  if (head === undefined || end === undefined || head.length + end.length > ID_DIGITS) return {};
  if (ends !== "") {
    const like = `${begins.toLowerCase()}%${ends.toLowerCase()}`;
    return end.length < TAIL || end.length > LAST_PART ? {} : { tail: { tail: end.slice(-TAIL), like } };
  }
  if (head.length < LEAST) return {};
  const ids = { first: head.padEnd(ID_DIGITS, "0"), last: head.padEnd(ID_DIGITS, "f") };
  const isTail = head.length >= TAIL && head.length <= LAST_PART && head.length === begins.length;
  return isTail ? { ids, tail: { tail: head.slice(-TAIL), like: `%${head}` } } : { ids };
}

function readHash(begins: string, ends: string): Pick<Readings, "hashes"> {
  const head = hexOf(begins.replace(/^0x/i, ""));
  const end = hexOf(ends);
  if (head === undefined || end === undefined || head.length < LEAST || head.length > 64) return {};
  return { hashes: { begins: [head, `0x${head}`], like: `%${end}` } };
}

/** Any text may begin an address; of a whole one every form is looked for that a chain or a page writes it in. */
function readAddress(begins: string, ends: string): Pick<Readings, "addresses"> {
  if (begins.length < LEAST) return {};
  const account = /^(?:0x)?([0-9a-f]{40})$/i.exec(begins)?.[1]?.toLowerCase();
  const lowered = /^(?:0x|bc1|bitcoincash:|[qp][0-9a-z]{41}$)/i.test(begins) ? begins.toLowerCase() : begins;
  const key = addressKey(lowered);
  const cash = key !== lowered ? toCashAddr(key) : cashAddrOf(key);
  const forms = [
    key,
    lowered,
    begins,
    ...(account ? [`0x${account}`, ethAddress(hexToBytes(account))] : []),
    ...(cash ? [cash, cash.replace("bitcoincash:", "")] : []),
  ];
  return { addresses: { begins: [...new Set(forms)], like: `%${ends}` } };
}

/** The other form of a legacy address; undefined for what is none. */
function cashAddrOf(text: string): string | undefined {
  const bytes = /^[13]/.test(text) ? base58checkBytes(text) : undefined;
  return bytes?.length === 21 && (bytes[0] === 0 || bytes[0] === 5) ? toCashAddr(text) : undefined;
}

const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", $: "USD", "£": "GBP", "¥": "JPY" };
const SYMBOLS: ReadonlySet<string> = new Set(ASSET_SYMBOLS);
const AMOUNT =
  /^(?<before>[a-z]{3,4}|[€$£¥])?\s*(?<figure>[+-]?\d[\d.,'’\s]*)\s*(?<after>[a-z]{3,4}|[€$£¥])?(?:\s*\((?:eth|tron)\))?$/iu;
/** The longest figure that any amount of ours is written with, its separators among them. */
const LONGEST = 40;

/** An amount as people and pages write it. "1.234" may be a thousand or a fraction: both are looked for. */
function readAmount(text: string): Pick<Readings, "amounts"> {
  const found = text.length <= LONGEST ? AMOUNT.exec(text)?.groups : undefined;
  const of = found?.["before"] ?? found?.["after"];
  const symbol = of === undefined ? undefined : (SIGNS[of] ?? of.toUpperCase());
  if (!found || (found["before"] && found["after"]) || (symbol !== undefined && !SYMBOLS.has(symbol))) return {};
  const amounts = figuresOf((found["figure"] ?? "").replace(/[+-]/, "").replaceAll(/[\s'’]/g, "")).map(Decimal.from);
  return amounts.length === 0 ? {} : { amounts: { amounts, symbol } };
}

/** What a figure may mean, as plain decimals. */
function figuresOf(figure: string): string[] {
  const marks = [...figure].filter((one) => one === "." || one === ",");
  const last = marks.at(-1);
  const [whole = "", fraction] = last === undefined ? [figure] : splitAtLast(figure, last);
  const asFraction = marks.filter((one) => one === last).length <= 1 ? [decimal(whole, fraction)] : [];
  const asThousands =
    new Set(marks).size === 1 && /^\d{1,3}([.,]\d{3})+$/.test(figure) ? [figure.replaceAll(/[.,]/g, "")] : [];
  return [...new Set([...asFraction, ...asThousands])]
    .filter((one) => /^\d+(\.\d+)?$/.test(one))
    .map((one) => one.replace(/^0+(?=\d)/, ""));
}

const splitAtLast = (text: string, mark: string): [string, string] => {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
};

const decimal = (whole: string, fraction: string | undefined) =>
  `${whole.replaceAll(/[.,]/g, "")}${fraction ? `.${fraction}` : ""}`;
