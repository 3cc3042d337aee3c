import type { CaseRecord } from "#lib/cases/contract.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { text } from "#lib/i18n/text.ts";
import type { GlyphName } from "#components/ui/icons.tsx";
import type { StateFacts, Tone } from "#components/ui/state.tsx";

const words = exceptionsText;

const LOOKS: Record<CaseKind, [Tone, GlyphName]> = {
  APPROVAL: ["wait", "pending"],
  NOTICE: ["wait", "half"],
  EXPORT: ["fail", "attn"],
  UNKNOWN_SPEND: ["fail", "attn"],
  UNKNOWN_WITHDRAWAL: ["fail", "attn"],
  UNKNOWN_TRADE: ["fail", "attn"],
  UNKNOWN_DEPOSIT: ["fail", "attn"],
  UNKNOWN_LINE: ["fail", "attn"],
  STATEMENT_GAP: ["fail", "attn"],
  STATEMENT_REFUSED: ["fail", "attn"],
  BELOW_ZERO: ["fail", "attn"],
  CUSTODY: ["fail", "attn"],
  NOT_SENT: ["fail", "attn"],
  LOST_HOURS: ["fail", "attn"],
  NOT_PAID: ["fail", "attn"],
  HELD: ["fail", "attn"],
  SANCTIONED: ["fail", "attn"],
  WRONG_ASSET: ["fail", "attn"],
  UNKNOWN_BILL: ["fail", "attn"],
  REVERSAL_DUE: ["fail", "attn"],
  REVERSED: ["fail", "attn"],
  OWED: ["fail", "attn"],
  UNKNOWN_OUTCOME: ["out", "away"],
  SOLD_TWICE: ["fail", "attn"],
  NOT_HEDGED: ["fail", "attn"],
  HEDGE_OPEN: ["fail", "attn"],
  FAILED: ["fail", "attn"],
  VENUE_SILENT: ["fail", "attn"],
  CHAIN: ["fail", "attn"],
  STALE_PRICE: ["fail", "attn"],
  WEBHOOK: ["wait", "half"],
  KEY_KNOWN: ["fail", "attn"],
  TO_RETURN: ["wait", "half"],
  NOT_SOLD: ["wait", "kept"],
  STOCK_LOW: ["wait", "half"],
  LATE: ["wait", "kept"],
  LIMIT_NOT_MET: ["wait", "kept"],
  UNDERPAID: ["wait", "half"],
  OVERPAID: ["wait", "half"],
};

/** The kind in its word and colour; grey once nothing of it waits any more. */
export function lookOf({ kind, state }: Pick<CaseRecord, "kind" | "state">): StateFacts {
  const [tone, glyph] = LOOKS[kind];
  const word = words.kinds[kind];
  if (state === "SETTLED") return { tone: "done", glyph: "done", word };
  return state === "OPEN" ? { tone, glyph, word } : { tone: "none", glyph, word };
}

/** What a case is about, as the id or name that people know it by. */
export function subjectOf(record: CaseRecord): string {
  const { caseId, kind, paymentId, invoiceId } = record;
  return paymentId ?? invoiceId ?? caseId.slice(kind.length + 1);
}

/** `venue:kraken-BTC`: what runs low, and where. */
const STOCK = /^venue:(.+)-([A-Z]+)$/u;

/** What names a case in the list: what is asked for, the list of a file, what runs low, else the end of its id. */
export function tailOf(record: CaseRecord): string {
  const { approval, list } = record.causeFacts;
  if (approval) return words.requests[approval];
  if (list) return text.exports.lists[list];
  // Which restore it was names nothing.
  if (record.kind === "LOST_HOURS") return "";
  const subject = subjectOf(record);
  const [, venue, asset] = STOCK.exec(subject) ?? [];
  return venue && asset ? `${venue} ${asset}` : `…${subject.slice(-6)}`;
}

const { MEND } = words.decision;
const TREASURY = { href: "/treasury", label: MEND.treasury };
const PRICES = { href: "/settings", label: MEND.prices };

/** Where the cause of a case is mended that is not decided here. */
const MENDED: Partial<Record<CaseKind, { href: string; label: string }>> = {
  WEBHOOK: { href: "/developers?tab=webhooks", label: MEND.webhooks },
  KEY_KNOWN: { href: "/developers?tab=keys", label: MEND.keys },
  NOTICE: { href: "/settings?tab=notifications", label: MEND.notifications },
  CHAIN: { href: "/settings?tab=chains", label: MEND.chains },
  STALE_PRICE: PRICES,
  NOT_HEDGED: TREASURY,
  HEDGE_OPEN: TREASURY,
  STOCK_LOW: TREASURY,
  CUSTODY: TREASURY,
  UNKNOWN_SPEND: TREASURY,
  UNKNOWN_WITHDRAWAL: TREASURY,
  UNKNOWN_TRADE: TREASURY,
  UNKNOWN_DEPOSIT: TREASURY,
  VENUE_SILENT: TREASURY,
  UNKNOWN_LINE: TREASURY,
  STATEMENT_GAP: TREASURY,
  STATEMENT_REFUSED: TREASURY,
  BELOW_ZERO: TREASURY,
  NOT_SENT: { href: "/payouts", label: MEND.payouts },
  LOST_HOURS: { href: "/payouts?tab=signing", label: MEND.payouts },
  NOT_PAID: { href: "/payouts", label: MEND.payouts },
};

/** Where the house does it elsewhere than an account. */
const MENDED_BY_HOUSE: typeof MENDED = { KEY_KNOWN: { href: "/settings?tab=keys", label: MEND.keys } };

/** The page that mends what a case is about; an account's own record where there is one. */
export function mendedAt(record: CaseRecord, ofHouse: boolean): { href: string; label: string } | undefined {
  const { paymentId, invoiceId, kind, causeFacts } = record;
  if (causeFacts.payoutId !== undefined && ofHouse)
    return { href: `/payouts?payout=${causeFacts.payoutId}`, label: MEND.payout };
  // Of a move, which names the place it left.
  const isMove = kind === "NOT_PAID" && causeFacts.address !== undefined;
  const mended = isMove ? TREASURY : (ofHouse && MENDED_BY_HOUSE[kind]) || MENDED[kind];
  if (mended) return ofHouse || mended !== TREASURY ? mended : undefined;
  if (ofHouse) return kind === "NOT_SOLD" ? PRICES : undefined;
  if (invoiceId) return { href: `/conversions?invoice=${invoiceId}`, label: MEND.conversion };
  return paymentId ? { href: `/payments?range=90d&open=${paymentId}`, label: MEND.payment } : undefined;
}

/** The page that shows what a case is about. */
export function placeOf({ paymentId, invoiceId }: CaseRecord): { href: string; label: string } | undefined {
  if (paymentId) return { href: `/payments?range=90d&open=${paymentId}`, label: words.drawer.toPayment };
  return invoiceId ? { href: `/conversions?invoice=${invoiceId}`, label: words.drawer.toConversion } : undefined;
}
