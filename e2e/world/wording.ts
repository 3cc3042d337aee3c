import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import type { Page } from "playwright";
import { CRYPTOS, FIATS, NETWORKS, scaleOf } from "#lib/kernel/assets.ts";
import type { Language } from "#lib/i18n/language.ts";
import { pseudo } from "#lib/i18n/pseudo.ts";
import { bannedIn } from "./banned-words.ts";

/** A text of a page as its reader has it: a line of a block, the name of a control, what a control says on hover. */
type Shown = { text: string; isTime: boolean };

/** What the API has answered the pages so far: a page's own text is neither of these. */
export type Answered = {
  /** Names, references and other short values, which no language translates. */
  values: Set<string>;
  /** Values in capitals, which stand for a word. */
  codes: Set<string>;
  /** Sentences that no person wrote. */
  sentences: Set<string>;
};

/** Fields in which people's own words stand. */
const OF_PEOPLE = new Set(
  "name subaccount reference note text comment reason description title label email remittance url by detail".split(
    " ",
  ),
);
const SENTENCE = /^\p{Lu}\p{L}*(?:\s\S+){2,}/u;
const CODE = /^[A-Z][A-Z_]{3,}$/;
const SYMBOLS: ReadonlySet<string> = new Set([...CRYPTOS, ...FIATS, "GET", "POST", "PATCH", "DELETE"]);

export const nothingAnswered = (): Answered => ({ values: new Set(), codes: new Set(), sentences: new Set() });

/** Takes in one answer of the API. */
export function takeAnswer(into: Answered, body: unknown, field = ""): void {
  if (typeof body === "string") takeText(into, body, field);
  else if (Array.isArray(body)) for (const one of body) takeAnswer(into, one, field);
  else if (typeof body === "object" && body !== null)
    for (const [name, one] of Object.entries(body)) {
      into.values.add(name);
      takeAnswer(into, one, name);
    }
}

function takeText({ values, codes, sentences }: Answered, text: string, field: string): void {
  if (CODE.test(text) && !SYMBOLS.has(text)) codes.add(text);
  else if (SENTENCE.test(text) && !OF_PEOPLE.has(field)) sentences.add(text);
  else values.add(text);
}

const AMOUNT = new RegExp(
  `(?<![\\d.,\\u00a0])\\d{1,3}(?:\\u00a0\\d{3})*(?:([.,])(\\d+))?[\\s\\u00a0](${FIATS.join("|")})\\b(?!\\s?/)`,
  "g",
);
/** What no reader is to see, in any language. */
const NEVER: readonly [what: string, shape: RegExp][] = [
  ["a figure without groups", /(?<![\p{L}\d.,:_#/\u00a0…-])\d{4,}(?:[.,]\d+)?(?![\p{L}\d_:/-]|-\d)/gu],
  ["scientific notation", /(?<![\p{L}\d…_-])\d+(?:\.\d+)?e[+-]?\d+(?![\p{L}\d])/giu],
  ["no value", /\b(?:NaN|undefined|null|Infinity|Invalid Date)\b|\[object /g],
  ["an instant of a machine", /\d{4}-\d\d-\d\dT|\d\d:\d\d:\d\d\.\d|\d{4}-\d\d-\d\d/g],
  ["a code", /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g],
];
/** A moment as it is written for people: neither a machine's nor none. */
const MOMENT = /^(?!.*(?:\dT\d|NaN|Invalid|undefined))/s;
/** Years, the one from which machines count, and the standard that the files' times follow. */
const isNoFigure = (figure: string): boolean => /^(?:1970|20[1-4]\d|8601)$/.test(figure);

/** What is wrong with a text of a page in a language. */
export function wordingFaults(text: string, language: Language, answered: Answered): string[] {
  const never = NEVER.flatMap(([what, shape]) =>
    (text.match(shape) ?? []).filter((found) => !isNoFigure(found)).map((found) => `${what}: ${found}`),
  );
  const banned = language === "xa" ? [] : bannedIn(language === "de" ? "german" : "english", text);
  return [
    ...never,
    ...amountFaults(text, language),
    ...banned.map((one) => `a banned word: ${one}`),
    ...codeFaults(text, answered),
    ...sentenceFaults(text, language, answered),
    ...(language === "xa" ? foreignFaults(text, answered) : []),
  ];
}

/** Amounts of a currency have its decimals behind the language's mark; a price has those it has. */
function amountFaults(text: string, language: Language): string[] {
  if (/[=@/×≈±]|\b(?:price|rate|now|bid|mid|Preis|Kurs|jetzt|Mitte)\b/i.test(text)) return [];
  return [...text.matchAll(AMOUNT)].flatMap(([amount, mark, decimals = "", fiat = ""]) => {
    const scale = scaleOf(fiat as (typeof FIATS)[number]);
    if (amount === `1 ${fiat}`) return [];
    const isWhole = decimals.length === scale && (scale === 0 || mark === (language === "de" ? "," : "."));
    return isWhole ? [] : [`an amount with other decimals: ${amount}`];
  });
}

function codeFaults(text: string, { codes }: Answered): string[] {
  const words = text.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? [];
  return words.filter((word) => codes.has(word)).map((word) => `a code: ${word}`);
}

function sentenceFaults(text: string, language: Language, { sentences }: Answered): string[] {
  const shape = language === "xa" ? plainOf : (sentence: string) => sentence;
  const shown = text.toLowerCase();
  return [...sentences].flatMap((sentence) =>
    shown.includes(shape(sentence.replace(/\.$/, "")).toLowerCase()) ? [`the server's sentence: ${sentence}`] : [],
  );
}

const plainOf = (sentence: string): string => pseudo(sentence).slice(1, -1);

/** The name of the sandbox's account comes with the page, not from the API. */
const NAMES = [
  ...Object.values(NETWORK_NAMES).flatMap((name) => name.split(" ")),
  "demo",
  "English",
  "Deutsch",
  "Excel",
  "XLSX",
  "curl",
  "gwei",
  "YYYYMMDD",
  "Sept",
  "June",
  "July",
  "March",
  "April",
];
/** Words no language translates: symbols, networks, formats and names of things outside. */
const OF_NO_LANGUAGE = new Set([...CRYPTOS, ...FIATS, ...NETWORKS, ...NAMES].map((word) => word.toLowerCase()));

/** Words of a text in the pseudo language that come from no catalogue and from no record. */
function foreignFaults(text: string, { values }: Answered): string[] {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/gs, " ");
  }
  if (values.has(rest.trim())) return [];
  const words = rest.match(/(?<![\p{L}\p{N}@._/:-])[A-Za-z]{4,}(?![\p{N}@._/:-])/gu) ?? [];
  const known = (word: string) =>
    OF_NO_LANGUAGE.has(word.toLowerCase()) || [...values].some((one) => one.includes(word));
  return words.some((word) => !known(word)) ? [`from no catalogue: ${text.slice(0, 100)}`] : [];
}

/** What is wrong with the wording of a page as it stands. Documents are judged where they are written. */
export async function wordingOn(page: Page, language: Language, answered: Answered): Promise<string[]> {
  const shown = await readShown(page);
  const faults = shown.flatMap(({ text, isTime }) => {
    const found = isTime ? (MOMENT.test(text) ? [] : ["no moment"]) : wordingFaults(text, language, answered);
    return found.map((fault) => `${fault} in “${text.slice(0, 120)}”`);
  });
  return [...new Set(faults)];
}

/** Every text in sight, line by line; ids, code and what people typed stand as a sign. */
function readShown(page: Page): Promise<Shown[]> {
  return page.evaluate(() => {
    const DATA =
      "code, pre, kbd, samp, bdi, .hash, .address, [lang]:not(html), [translate=no], textarea, [contenteditable]";
    const SILENT = "script, style, template, noscript, svg, nextjs-portal";
    const NAMING = ["aria-label", "title", "placeholder", "alt"];
    const shown: Shown[] = [];
    const add = (text: string | null, isTime = false) => {
      const line = (text ?? "").replace(/[ \n\t]+/g, " ").trim();
      if (line !== "" && line !== "¤") shown.push({ text: line, isTime });
    };
    const isLine = (element: Element) => /^(inline|contents|none)/.test(getComputedStyle(element).display);
    let line = "";
    const end = () => {
      add(line);
      line = "";
    };
    /** What is read in one piece: data as a sign, a moment, the choices of a list. */
    const isPiece = (element: Element): boolean => {
      if (element.matches("time")) add(element.textContent, true);
      if (element.matches("select:not([translate=no])"))
        for (const option of element.querySelectorAll("option")) add(option.textContent);
      if (!element.matches(`${DATA}, time, select`)) return false;
      line += "¤";
      return true;
    };
    const isSeen = (element: Element): boolean =>
      !element.matches(SILENT) && element.checkVisibility({ visibilityProperty: true });
    const addNames = (element: Element): void => {
      for (const name of element.matches(`${DATA}, time`) ? [] : NAMING) add(element.getAttribute(name));
    };
    const enter = (element: Element): void => {
      if (!isSeen(element)) return;
      addNames(element);
      if (isPiece(element)) return;
      const ends = isLine(element) ? () => undefined : end;
      ends();
      walk(element);
      ends();
    };
    const walk = (element: Element): void => {
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) line += node.nodeValue;
        if (node.nodeType === Node.ELEMENT_NODE) enter(node as Element);
      }
    };
    walk(document.body);
    end();
    return shown;
  });
}
