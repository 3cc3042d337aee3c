import { shareDown } from "#lib/pricing/price.ts";

// The states of a bill, implemented a second time for the tests: the program uses the database's functions alone, and
// facts.store.test.ts compares them with these over random bills.

export type BillStatus = "PENDING" | "EXPIRED" | "DETECTED" | "PROCESSING" | "COMPLETED";
export type AmountStatus = "UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID";

/** What a bill's row knows of its deposits; the trigger bill_facts keeps it, {@link factsOf} says what it must be. */
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

/** What the SQL function bill_status must answer (rulebook 5.6). */
export function billStatus(facts: BillFacts, now: Date): BillStatus {
  if (facts.depositsProcessing) return "PROCESSING";
  if (facts.depositsUnconfirmed) return "DETECTED";
  const expired = now > facts.expiresAt;
  if (facts.standingDeposits === 0) return expired ? "EXPIRED" : "PENDING";
  return expired || facts.amountUnits >= bounds(facts).least ? "COMPLETED" : "PROCESSING";
}

/** What the SQL function bill_amount_status must answer. Tolerance changes words, never money. */
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

/** The deposits' part of {@link BillFacts}; what the trigger bill_facts must keep. Dust counts as amount, never as a state. */
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

/** Present facts about a bill's deposits, in the order of {@link LABELS}; what the trigger bill_facts must keep. */
export function labelsOf(deposits: readonly BillDeposit[]): Label[] {
  const own = deposits.filter((deposit) => !deposit.wrongAsset && !deposit.dust);
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
