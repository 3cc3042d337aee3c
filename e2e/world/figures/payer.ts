import { encode } from "uqr";
import { decimalsOf, type Hand, literal, minute, timeLeft, trimmed } from "./amounts.ts";
import type { Bill, Deposit } from "./books.ts";
import { fullText } from "#lib/i18n/times.ts";
import { add, addText, type Figure, figuresOf, type Sheet, unaccounted } from "./figures.ts";
import { countedOf, counting, isOwn, isReversed, judge, standing } from "./judge.ts";

/** How long a network takes for a block. */
const BLOCK_S: Readonly<Record<string, number>> = { bitcoin: 600, bitcoincash: 600, eth: 15, tron: 3 };
const NEAR_END_MS = 5 * 60_000;
/** What the simulated nodes estimate until somebody says otherwise, satoshi for each byte. */
const FEE_RATES: Readonly<Record<string, string>> = { BTC: "10", BCH: "1" };

const networkOf = ({ asset }: Bill): string =>
  ({ BTC: "bitcoin", BCH: "bitcoincash", "USDT@tron": "tron" })[asset] ?? "eth";

export type PayerFacts = { bill: Bill; now: number; hand: Hand };

const of = (bill: Bill, ...statuses: Deposit["status"][]): bigint =>
  bill.deposits
    .filter((one) => isOwn(bill, one) && statuses.includes(one.status))
    .reduce((sum, { units }) => sum + units, 0n);

/** Sent, and not counted yet. */
const seenOf = (bill: Bill): bigint => of(bill, "UNCONFIRMED", "HELD");

/** What is still to be sent; a payer who has sent a part is never told the whole again, nor what is on its way or held. */
export function stillDue(bill: Bill): bigint {
  const missing = bill.quantity - countedOf(bill) - seenOf(bill);
  const slack = (bill.quantity * BigInt(bill.toleranceBps)) / 10_000n;
  return missing > slack ? missing : 0n;
}

/** What a wallet scans: the address with the amount still due, where the network has a scheme for it. */
export function walletUri(bill: Bill): string {
  const amount = trimmed(literal(stillDue(bill), decimalsOf(bill.crypto)));
  if (bill.asset === "BTC") return `bitcoin:${bill.address}?amount=${amount}`;
  if (bill.asset === "BCH") return `bitcoincash:${bill.address.replace(/^bitcoincash:/, "")}?amount=${amount}`;
  return bill.address;
}

/** The page of a bill's payer, in whatever state the bill is. */
export function payerPage(facts: PayerFacts): Sheet {
  const { bill, now } = facts;
  const seen = seenOf(bill);
  const counted = countedOf(bill);
  const missing = stillDue(bill);
  if (missing > 0n && now <= bill.expiresAt)
    return counted + seen > 0n
      ? screen(facts, sums(facts, ...[counted, seen].filter((units) => units > 0n)))
      : (refused(facts) ?? screen(facts, []));
  const short = missing > 0n ? sums(facts, counted + seen, bill.quantity) : undefined;
  const { status } = judge(bill, now);
  if (seen > 0n && status !== "PROCESSING")
    return outcome(bill, "Your payment is on its way", short ?? confirmations(facts));
  const isChecked = seen > 0n || (status === "PROCESSING" && !short);
  return isChecked ? outcome(bill, "Your payment has arrived", short ?? []) : ended(facts);
}

function ended(facts: PayerFacts): Sheet {
  const { bill, now } = facts;
  const { amountStatus } = judge(bill, now);
  if (amountStatus === "UNPAID") return refused(facts) ?? outcome(bill, "This payment has expired", []);
  const details = "Details of the payment";
  if (amountStatus === "PARTIAL" || amountStatus === "UNDERPAID")
    return slip(facts, "Not all of it arrived in time", details, sums(facts, bill.received, bill.quantity));
  if (standing(bill).some(({ late }) => late))
    return slip(facts, "Your payment was not in time", details, sums(facts, bill.received));
  if (isReversed(bill)) return slip(facts, TAKEN_BACK, details, sums(facts, bill.received));
  return amountStatus === "PAID"
    ? slip(facts, "Paid", "Receipt", sums(facts, bill.received))
    : slip(facts, "Overpaid", "Receipt", sums(facts, bill.received - bill.quantity));
}

const TAKEN_BACK = "Your payment was taken back";

/** Of a bill to which nothing counts: what the network has taken back, or what of its own asset was declined. */
function refused(facts: PayerFacts): Sheet | undefined {
  if (isReversed(facts.bill)) return outcome(facts.bill, TAKEN_BACK, []);
  const declined = of(facts.bill, "DECLINED");
  return declined > 0n ? outcome(facts.bill, "Your payment was not accepted", sums(facts, declined)) : undefined;
}

const sums = ({ bill, hand }: PayerFacts, ...units: bigint[]): Figure[] =>
  units.map((one) => hand.bareSum(one, bill.crypto));

function outcome(bill: Bill, over: string, figures: Figure[]): Sheet {
  return new Map([[`${over} | `, [...figures, bill.id]]]);
}

/** An outcome with what its payer keeps of it. */
function slip({ bill, now, hand }: PayerFacts, over: string, title: string, figures: Figure[]): Sheet {
  const sheet = outcome(bill, over, figures);
  const fact = (name: string, ...values: Figure[]) => add(sheet, `${over} > ${title} | ${name}`, ...values);
  fact("Amount received", hand.sum(bill.received, bill.crypto));
  fact("For a bill of", hand.sum(bill.fiatUnits, bill.fiatSymbol));
  fact("Address", bill.address);
  const deposits = counting(bill);
  for (const { firstSeen, txHash, units } of deposits) {
    fact(
      "Sent",
      ...figuresOf(fullText(firstSeen, "utc")),
      ...(deposits.length > 1 ? [hand.sum(units, bill.crypto)] : []),
    );
    fact("Transaction", txHash);
  }
  fact("Payment ID", bill.id);
  const moments = figuresOf(fullText(now, "utc")).length;
  fact("As of", ...unaccounted(moments, "it is the moment of the answer"));
  return sheet;
}

function screen(facts: PayerFacts, received: Figure[]): Sheet {
  const { bill, now, hand } = facts;
  const sheet: Sheet = new Map();
  const due = stillDue(bill);
  const parts = bill.address.replace(/^bitcoincash:/, "");
  add(sheet, " | heading", hand.bareSum(due, bill.crypto));
  add(
    sheet,
    " | ",
    hand.sum(due, bill.crypto),
    hand.sum(bill.fiatUnits, bill.fiatSymbol),
    ...minute(bill.expiresAt, now, hand),
  );
  if (bill.expiresAt - now <= NEAR_END_MS) add(sheet, " | ", ...timeLeft(bill.expiresAt, now));
  add(sheet, " | ", hand.sum(due, bill.crypto), bill.address);
  addText(sheet, " | ", `${parts.slice(0, 6)}, ${parts.slice(-6)}`);
  const feeRate = FEE_RATES[bill.crypto];
  if (feeRate) add(sheet, " | ", feeRate);
  add(sheet, " | ", bill.id);
  add(sheet, "Payment | ", ...received, ...confirmations(facts));
  if (["BTC", "BCH"].includes(bill.crypto)) addText(sheet, " | opens", walletUri(bill));
  return sheet;
}

const USUAL: Readonly<Record<string, number>> = { bitcoin: 2, bitcoincash: 6, eth: 12, tron: 20 };

/** How many blocks this very bill waits for, and how long its network takes for them. */
function confirmations({ bill }: PayerFacts): Figure[] {
  const network = networkOf(bill);
  const usual = USUAL[network] ?? 0;
  const own = standing(bill).at(-1)?.needed ?? usual;
  return [`${own}`, lasting(own, network)];
}

function lasting(blocks: number, network: string): string {
  const minutes = Math.ceil((blocks * (BLOCK_S[network] ?? 0)) / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** The dark modules that a code of this text has, row by row, as a page draws them: one bar for neighbours. */
export function codeOf(text: string): string {
  const { data } = encode(text, { ecc: "M", border: 4 });
  return data.map((row) => row.map((dark) => (dark ? "1" : "0")).join("")).join("\n");
}

/** The modules of a code from the path that draws it. */
export function drawnCode(path: string, size: number): string {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => "0"));
  for (const [, x = "0", y = "0", width = "0"] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let at = 0; at < Number(width); at += 1) (rows[Number(y)] ?? [])[Number(x) + at] = "1";
  return rows.map((row) => row.join("")).join("\n");
}
