import type { CaseRecord } from "#lib/cases/contract.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { text } from "#components/i18n/text.ts";
import type { GlyphName } from "#components/ui/icons.tsx";
import type { StateFacts, Tone } from "#components/ui/state.tsx";

const words = text.exceptions;

const LOOKS: Record<CaseKind, [Tone, GlyphName]> = {
  UNKNOWN_SPEND: ["fail", "attn"],
  UNKNOWN_WITHDRAWAL: ["fail", "attn"],
  UNKNOWN_TRADE: ["fail", "attn"],
  UNKNOWN_DEPOSIT: ["fail", "attn"],
  UNKNOWN_LINE: ["fail", "attn"],
  STATEMENT_GAP: ["fail", "attn"],
  STATEMENT_REFUSED: ["fail", "attn"],
  CUSTODY: ["fail", "attn"],
  NOT_SENT: ["fail", "attn"],
  HELD: ["fail", "attn"],
  SANCTIONED: ["fail", "attn"],
  WRONG_ASSET: ["fail", "attn"],
  UNKNOWN_BILL: ["fail", "attn"],
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

/** The page that shows what a case is about. */
export function placeOf({ paymentId, invoiceId }: CaseRecord): { href: string; label: string } | undefined {
  if (paymentId) return { href: `/payments?range=90d&open=${paymentId}`, label: words.drawer.toPayment };
  return invoiceId ? { href: `/conversions?invoice=${invoiceId}`, label: words.drawer.toConversion } : undefined;
}
