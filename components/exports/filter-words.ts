import { CASE_FILTERS } from "#lib/cases/filters.ts";
import { AUDIT_FILTERS } from "#lib/audit/filters.ts";
import type { ExportList } from "#lib/contract/export-lists.ts";
import type { Filters } from "#lib/contract/filters.ts";
import { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { STATEMENT_FILTERS } from "#lib/ledger/filters.ts";
import { LIST_FILTERS } from "#lib/payments/filters.ts";
import { anyOfWord, minutesWords, spanWords } from "#components/filters/labels.ts";
import { conversionLabels, paymentLabels } from "#components/filters/list-labels.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { auditText } from "#lib/i18n/audit.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { text } from "#lib/i18n/text.ts";
import { fullText, type Zone } from "#lib/i18n/times.ts";
import { rateText } from "#lib/i18n/amount.ts";

type Words = {
  filters: Filters;
  names: Readonly<Record<string, string>>;
  options: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
};

/** What each list's page calls its filters. */
function wordsOf(list: ExportList, filter: Readonly<Record<string, unknown>>): Words {
  const [ledger, cases] = [ledgerText.filter, exceptionsText];
  switch (list) {
    case "payments":
      return { filters: LIST_FILTERS, ...paymentLabels() };
    case "conversions":
      return { filters: CONVERSION_LIST_FILTERS, ...conversionLabels() };
    case "statement":
      return {
        filters: STATEMENT_FILTERS,
        names: { asset: ledger.asset, subaccount: ledger.customer, paymentId: ledger.payment },
        options: {},
      };
    case "audit":
      return { filters: AUDIT_FILTERS, names: auditText.fields, options: {} };
    default:
      return {
        filters: CASE_FILTERS,
        names: {
          kind: cases.filter.kind,
          age: cases.ages.title,
          minimum: cases.filter.minimum(String(filter["fiat"] ?? "EUR")),
          // Tabs of the page, which say themselves what they are.
          state: "",
          owner: "",
        },
        options: {
          kind: cases.kinds,
          age: cases.ages.of,
          state: { MUTED: cases.views.muted, CLOSED: cases.views.closed },
          owner: { nobody: cases.views.nobody, mine: cases.views.mine },
        },
      };
  }
}

/** Orders and what all is valued in choose no rows. */
const NO_FILTERS = ["sort", "in", "fiat"];

/** What a file holds, in the words of its list's chips: its filters, its range, or how many were chosen one by one. */
export function filterWords(
  {
    list,
    filter,
    chosen,
  }: { list: ExportList; filter: Readonly<Record<string, unknown>>; chosen?: number | undefined },
  zone: Zone,
): string {
  if (chosen !== undefined) return text.exports.chosen(chosen);
  const { startTime, endTime, ...rest } = filter;
  const { filters, names, options } = wordsOf(list, rest);
  const parts = Object.entries(rest)
    .filter(([name]) => !NO_FILTERS.includes(name) || (name === "fiat" && list === "payments"))
    .map(([name, value]) =>
      `${names[name] ?? name} ${valueText(value, filters[name]?.kind, { zone, options: options[name] })}`.trim(),
    );
  return [...parts, ...rangeParts(startTime, endTime, zone)].join(", ") || text.exports.everything;
}

function valueText(
  value: unknown,
  kind: string | undefined,
  { zone, options = {} }: { zone: Zone; options: Readonly<Record<string, string>> | undefined },
): string {
  if (kind === "flag") return text.filters.yes;
  if (kind === "span") return spanWords(String(value), zone);
  if (kind === "minutes") return minutesWords(String(value));
  if (value instanceof Decimal) return rateText(value);
  const several = Array.isArray(value) ? value.map(String) : String(value).split(kind === "text" ? "\n" : ",");
  return anyOfWord(several.map((one) => options[one] ?? (/^(?:staff|key):/.test(one) ? actorText(one) : one)));
}

function rangeParts(startTime: unknown, endTime: unknown, zone: Zone): string[] {
  const [from, to] = [startTime, endTime].map((time) => {
    const at = typeof time === "string" && !/^\d+$/.test(time) ? Date.parse(time) : Number(String(time ?? "NaN"));
    return Number.isNaN(at) ? undefined : fullText(at, zone);
  });
  const { range } = text.filters;
  if (from && to) return [range.between(from, to)];
  return [...(from ? [text.exports.since(from)] : []), ...(to ? [text.exports.until(to)] : [])];
}
