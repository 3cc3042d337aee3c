import type { AuditRecord } from "#lib/audit/contract.ts";
import { APPROVAL_KINDS, type ApprovalKind } from "#lib/contract/approval-states.ts";
import { EXPORT_LISTS } from "#lib/contract/export-lists.ts";
import { scaleOf, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { fieldName, fieldsOf } from "#lib/approvals/approval-text.ts";
import { filterWords } from "#components/exports/filter-words.ts";
import type { Shift } from "#components/approvals/shifts-of.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { detailsText as words } from "#lib/i18n/audit-details.ts";
import { placeName } from "#lib/i18n/places.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { nameOf, settingText } from "#lib/settings/setting-text.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { exactSpanText, fullText, type Zone } from "#lib/i18n/times.ts";
import { actorText } from "#lib/i18n/actor-text.ts";

type Detail = AuditRecord["detail"];
type Fact = { name: string; value: string };
type Texts = Readonly<Record<string, string>>;

/** What a line tells beyond its sentence: what was and what became of it, and the rest in words of the desk. */
export function detailsOf({ action, objectId, detail }: AuditRecord, zone: Zone): { shift?: Shift; facts: Fact[] } {
  const { before, after, ...rest } = detail;
  const shift = "after" in detail ? shiftOf(action, objectId, { before, after }) : undefined;
  return { ...(shift && { shift }), facts: factsOf(action, shift ? rest : detail, zone) };
}

function shiftOf(action: string, objectId: string, { before, after }: Detail): Shift | undefined {
  const isText = (value: unknown) => value === null || value === undefined || typeof value === "string";
  if (!isText(before) || !isText(after)) return undefined;
  const [was, is] = [before, after] as (string | null | undefined)[];
  if (action === "setting.change") {
    const value = (stored: typeof was) =>
      stored === undefined || stored === null || stored === "default"
        ? settingsText.standard
        : settingText(objectId, stored);
    return { name: nameOf(objectId), before: value(was), after: value(is) };
  }
  const worded = (value: typeof was) => (value ? roleName(value) : words.none);
  return {
    name: action === "user.role" ? fieldName("role") : detailName("value"),
    before: worded(was),
    after: worded(is),
  };
}

/** A request, terms or a move read as where they are approved; all else field by field. */
function factsOf(action: string, detail: Detail, zone: Zone): Fact[] {
  if (action === "export.create") return plainFacts(exportDetail(detail, zone), zone);
  const { what, request, ...rest } = detail;
  const kind = APPROVAL_KINDS.find((one) => one === what);
  if (kind && isTexts(request))
    return [
      ...requestFacts(kind, request),
      { name: detailName("what"), value: approvalsText.kinds[kind] },
      ...plainFacts(rest, zone),
    ];
  const noun = KINDS[action.split(".")[0] ?? ""];
  return noun && isTexts(detail) ? requestFacts(noun, detail) : plainFacts(detail, zone);
}

/** A file's filter in the words of its list's chips; what was chosen one by one is counted by them. */
function exportDetail(detail: Detail, zone: Zone): Detail {
  const { filter, ids, ...rest } = detail;
  const list = EXPORT_LISTS.find((one) => one === detail["list"]);
  if (!list || typeof filter !== "object" || filter === null) return detail;
  const chosen = typeof ids === "number" ? ids : undefined;
  return { ...rest, filter: filterWords({ list, filter: { ...filter }, chosen }, zone) };
}

const KINDS: Readonly<Record<string, ApprovalKind>> = {
  move: "move",
  destination: "destination",
  "settlement-terms": "settlement-terms",
};

const isTexts = (value: unknown): value is Texts =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

function requestFacts(kind: ApprovalKind, request: Texts): Fact[] {
  if (kind === "setting")
    return Object.entries(request).map(([name, value]) =>
      name === "account"
        ? { name: fieldName(name), value }
        : { name: nameOf(name), value: value === "default" ? settingsText.standard : settingText(name, value) },
    );
  const fields = kind === "payout" ? { ...request, ...amountsOf(request) } : fieldsOf({ what: kind, request });
  return Object.entries(fields).map(([name, value]) => ({ name: detailName(name), value }));
}

function plainFacts(detail: Detail, zone: Zone): Fact[] {
  const amounts = amountsOf(detail);
  return Object.entries(detail)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => ({ name: detailName(name), value: amounts[name] ?? wordsOf(name, value, zone) }));
}

const AMOUNTS = ["quantity", "total", "floor", "target", "minimum", "reserve"];

/** Amounts of a detail that names their asset. */
function amountsOf(detail: Detail): Texts {
  const scale = ASSET_SYMBOLS.find((one) => one === (detail["asset"] ?? detail["currency"]));
  return Object.fromEntries(
    AMOUNTS.flatMap((name) => {
      const exact = typeof detail[name] === "string" ? Decimal.parse(detail[name]) : undefined;
      return exact && scale ? [[name, `${amountText(exact, scaleOf(scale))}\u00a0${scale}`]] : [];
    }),
  );
}

/** What a detail is called; one without a word by the words it is written with. */
function detailName(name: string): string {
  const known = words.names[name] ?? approvalsText.fields[name];
  if (known !== undefined) return known;
  const spaced = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const PLACE = /^(?:custody|venue|bank):/;

function wordsOf(name: string, value: unknown, zone: Zone): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((one) => wordsOf(name, one, zone)).join(", ");
  if (isTexts(value))
    return Object.entries(value)
      .map(([field, one]) => `${detailName(field)} ${wordsOf(field, one, zone)}`)
      .join(", ");
  if (typeof value === "number" && name.endsWith("Ms")) return exactSpanText(value);
  if (typeof value !== "string") return writeJson(value);
  if (name === "role") return roleName(value);
  if (name === "source") return placeName(value.toLowerCase());
  if (/^(?:staff|key):/.test(value)) return actorText(value);
  if (PLACE.test(value)) return placeName(value);
  return ISO.test(value) ? fullText(Date.parse(value), zone) : value;
}
