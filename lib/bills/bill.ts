import { type CryptoAsset, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { type FeeModel, type Strategy, shareDown } from "#lib/pricing/price.ts";

export { FEE_MODELS, type FeeModel, STRATEGIES, type Strategy } from "#lib/pricing/price.ts";

/** What happens to crypto beyond Q under RFQ: a fresh quote, or kept. The other strategies do not ask. */
export type Overpayment = "CONVERT" | "KEEP";

/** The terms copied to a bill when it is made; they rule the treatment of its deposits for ever (rulebook 4.10). */
export type BillTerms = {
  asset: CryptoAsset;
  fiat: Fiat;
  /** F, what the caller wants to receive, in smallest units. */
  fiatUnits: bigint;
  /** P, fiat per whole crypto. */
  price: Decimal;
  /** Q, in smallest units. */
  quantityUnits: bigint;
  strategy: Strategy;
  feeModel: FeeModel;
  /** L; LMT only, and always there with LMT. */
  limitPrice?: Decimal;
  spreadBps: number;
  explicitFeeBps: number;
  transactionFeeBps: number;
  toleranceBps: number;
  overpayment: Overpayment;
  /** How long after `expiresAt` money seen in time may still be confirmed or released at P. */
  guaranteeMs: number;
  expiresAt: Date;
};

/** LMT converts only when P is better than L; equal is not better. Undefined under every other strategy. */
export function limitMet(terms: Pick<BillTerms, "strategy" | "price" | "limitPrice">): boolean | undefined {
  return terms.strategy === "LMT" ? betterThanLimit(terms.price, terms) : undefined;
}

/** Whether a price, before any explicit fee, is above the bill's limit (rulebook 7.9). */
export function betterThanLimit(price: Decimal, terms: Pick<BillTerms, "limitPrice">): boolean {
  must(terms.limitPrice, "an LMT bill has a limit price");
  return price.compare(terms.limitPrice) > 0;
}

export type BillStatus = "PENDING" | "EXPIRED" | "DETECTED" | "PROCESSING" | "COMPLETED";
export type AmountStatus = "UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID";

/** What a bill's row knows of its deposits; the trigger bill_facts keeps it, {@link factsOf} is the same in here. */
export type BillFacts = {
  quantityUnits: bigint;
  toleranceBps: number;
  expiresAt: Date;
  /** Confirmed crypto of the bill's own asset, gross; held, declined and dropped left out. */
  amountUnits: bigint;
  standingDeposits: number;
  depositsProcessing: boolean;
  depositsUnconfirmed: boolean;
};

/** Contract §5, States. Mirrors the SQL function bill_status, which lists filter by: change both or neither. */
export function billStatus(facts: BillFacts, now: Date): BillStatus {
  if (facts.depositsProcessing) return "PROCESSING";
  if (facts.depositsUnconfirmed) return "DETECTED";
  const expired = now > facts.expiresAt;
  if (facts.standingDeposits === 0) return expired ? "EXPIRED" : "PENDING";
  return expired || facts.amountUnits >= bounds(facts).least ? "COMPLETED" : "PROCESSING";
}

/** Contract §5. Mirrors the SQL function bill_amount_status. Tolerance changes words, never money. */
export function amountStatus(facts: BillFacts, now: Date): AmountStatus {
  const { least, most } = bounds(facts);
  if (facts.amountUnits === 0n) return "UNPAID";
  if (facts.amountUnits < least) return now > facts.expiresAt ? "UNDERPAID" : "PARTIAL";
  return facts.amountUnits > most ? "OVERPAID" : "PAID";
}

/** Both bounds of PAID, rounded towards Q. */
function bounds(facts: Pick<BillFacts, "quantityUnits" | "toleranceBps">): { least: bigint; most: bigint } {
  const slack = shareDown(facts.quantityUnits, facts.toleranceBps);
  return { least: facts.quantityUnits - slack, most: facts.quantityUnits + slack };
}

/** What a bill's states read of one deposit; `status` is the deposit's own. */
export type BillDeposit = {
  quantityUnits: bigint;
  status: string;
  wrongAsset: boolean;
  dust: boolean;
  late: boolean;
  wasCredited: boolean;
  reasonCode?: string | null;
};

const COUNTED: readonly string[] = ["PROCESSING", "CONVERTED", "CREDITED"];
const GONE: readonly string[] = ["DROPPED", "DECLINED"];
const TREATED: readonly string[] = ["CONVERTED", "CREDITED"];

/** The deposits' part of {@link BillFacts}; mirrors the trigger bill_facts. Dust counts as amount, never as a state. */
export function factsOf(
  deposits: readonly BillDeposit[],
): Pick<BillFacts, "amountUnits" | "standingDeposits" | "depositsProcessing" | "depositsUnconfirmed"> {
  const own = deposits.filter((deposit) => !deposit.wrongAsset);
  const seen = own.filter((deposit) => !deposit.dust && !GONE.includes(deposit.status));
  const counted = own.filter((deposit) => COUNTED.includes(deposit.status));
  return {
    amountUnits: counted.reduce((sum, deposit) => sum + deposit.quantityUnits, 0n),
    standingDeposits: seen.length,
    depositsProcessing: seen.some((deposit) => deposit.status === "PROCESSING" || deposit.status === "HELD"),
    depositsUnconfirmed: seen.some((deposit) => deposit.status === "UNCONFIRMED"),
  };
}

export const LABELS = ["LATE", "MULTIPLE", "HELD", "LIMIT_NOT_MET", "REVERSED", "WRONG_ASSET"] as const;
export type Label = (typeof LABELS)[number];

/** Present facts about a bill's deposits, in the order of {@link LABELS}; mirrors the trigger bill_facts. */
export function labelsOf(deposits: readonly BillDeposit[]): Label[] {
  const own = deposits.filter((deposit) => !deposit.wrongAsset);
  const holds: Record<Label, boolean> = {
    LATE: own.some((deposit) => deposit.late && COUNTED.includes(deposit.status)),
    MULTIPLE: own.filter((deposit) => !GONE.includes(deposit.status)).length > 1,
    HELD: deposits.some((deposit) => deposit.status === "HELD"),
    LIMIT_NOT_MET: deposits.some(
      (deposit) => deposit.reasonCode === "LIMIT_NOT_MET" && TREATED.includes(deposit.status),
    ),
    REVERSED: deposits.some((deposit) => deposit.wasCredited && deposit.status === "DROPPED"),
    WRONG_ASSET: deposits.some((deposit) => deposit.wrongAsset && deposit.status !== "DROPPED"),
  };
  return LABELS.filter((label) => holds[label]);
}

/** Smallest and largest `fiatReceivable` of a fiat's pairs, both allowed: 1 to 1 000 000, JPY 100 to 100 000 000 (rulebook 4.3). */
export function fiatLimits(fiat: Fiat): { minimumUnits: bigint; maximumUnits: bigint } {
  const hundredfold = fiat === "JPY" ? 100n : 1n;
  const minimumUnits = hundredfold * 10n ** BigInt(scaleOf(fiat));
  return { minimumUnits, maximumUnits: minimumUnits * 1_000_000n };
}
