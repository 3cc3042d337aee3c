import { isFiat } from "#lib/kernel/assets.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { ENDED_BECAUSE, type PayoutState } from "#lib/payouts/payout-states.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { sumText } from "#lib/i18n/amount.ts";
import type { StateFacts } from "#components/ui/state.tsx";

const words = payoutsText;

const LOOKS: Record<PayoutState, Pick<StateFacts, "tone" | "glyph">> = {
  RECORDED: { tone: "done", glyph: "kept" },
  REQUESTED: { tone: "wait", glyph: "half" },
  APPROVED: { tone: "wait", glyph: "half" },
  PREPARED: { tone: "wait", glyph: "half" },
  SIGNED: { tone: "wait", glyph: "half" },
  BROADCAST: { tone: "out", glyph: "away" },
  CONFIRMED: { tone: "done", glyph: "done" },
  REJECTED: { tone: "none", glyph: "cancel" },
  CANCELLED: { tone: "none", glyph: "cancel" },
  FAILED: { tone: "fail", glyph: "attn" },
};

/** How a payout is shown; only one that has left for good, or was made elsewhere, is green. */
export function stateOf(record: PayoutRecord): StateFacts {
  return { ...LOOKS[record.status], word: words.states[record.status], why: whyOf(record) };
}

const ENDS = ["undecided", "returned", "missed", "unlisted"] as const;

function whyOf({ status, reason, kind, asset, mayHaveLeft }: PayoutRecord): string | undefined {
  const { why } = words;
  if (mayHaveLeft) return why.mayHaveLeft;
  if (reason === "DEPOSIT_REVERSED") return why.reversed;
  const ended = ENDS.find((one) => ENDED_BECAUSE[one] === reason);
  if (ended) return why.ended[ended];
  if (reason !== undefined) return reason;
  if (status === "PREPARED" && !isFiat(asset)) return why.atSigner;
  const known: Partial<Record<PayoutState, string>> = why as Partial<Record<PayoutState, string>>;
  return known[status] ?? (why.kind[kind] || undefined);
}

/** The states in which its money is reserved. */
export const OPEN: readonly PayoutState[] = ["REQUESTED", "APPROVED", "PREPARED", "SIGNED", "BROADCAST"];

const CRYPTO_STEPS = ["REQUESTED", "APPROVED", "BROADCAST", "CONFIRMED"] as const;
const FIAT_STEPS = ["REQUESTED", "APPROVED", "PREPARED", "CONFIRMED"] as const;

export type StepState = "did" | "here" | "ahead" | "ended";

/** How far it has come: the steps of its kind of money, and where it stands or stopped. */
export function stepsOf(record: PayoutRecord): { status: PayoutState; state: StepState }[] {
  const steps: readonly PayoutState[] = isFiat(record.asset) ? FIAT_STEPS : CRYPTO_STEPS;
  const at = steps.indexOf(
    record.status === "SIGNED" || (record.status === "PREPARED" && !isFiat(record.asset)) ? "APPROVED" : record.status,
  );
  if (at >= 0) {
    const done = record.status === "CONFIRMED";
    return steps.map((status, nth) => ({ status, state: nth < at || done ? "did" : nth === at ? "here" : "ahead" }));
  }
  const reached = record.approvedAt === undefined ? 1 : 2;
  return [
    ...steps.slice(0, reached).map((status) => ({ status, state: "did" as const })),
    { status: record.status, state: "ended" },
  ];
}

export const amountOf = ({
  quantity,
  asset,
  networkType,
}: Pick<PayoutRecord, "quantity" | "asset" | "networkType">): string =>
  `${sumText(quantity, asset)}\u00a0${assetText({ asset, networkType })}`;
/** Whom it goes to: a beneficiary, the payer of a refund, or a person outside. */
export const receiverOf = ({ beneficiary, refundLinkId }: PayoutRecord): string =>
  beneficiary ?? (refundLinkId === undefined ? words.elsewhere : words.payer);
