import { type Hand, moment, moving } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { add, addText, type Figure, type Sheet } from "./figures.ts";
import { countedOf, judge, slowestOf, standing } from "./judge.ts";

/** What the payments list must show of these bills: every row, and the sums of all of them. */
export function paymentsList(bills: readonly Bill[], now: number, hand: Hand, columns: ReadonlySet<string>): Sheet {
  const sheet: Sheet = new Map([["Payments | button Created Last#days Change the range", ["90"]]]);
  paymentRows(sheet, "Payments", { bills, now, hand, columns });
  for (const [view, isIn] of Object.entries(VIEWS)) {
    const count = bills.filter((bill) => isIn(bill, now)).length;
    if (count > 0) add(sheet, `Payments > Views | a ${view}#`, `${count}`);
  }
  add(sheet, "Payments | ", `${bills.length}`, ...totals(bills, hand));
  return sheet;
}

type Rows = { bills: readonly Bill[]; now: number; hand: Hand; columns: ReadonlySet<string> };

/** The rows of bills alone, wherever they stand. */
export function paymentRows(sheet: Sheet, over: string, { bills, now, hand, columns }: Rows): void {
  for (const bill of bills) {
    const row = `${over} | [${bill.id}]`;
    const cell = (column: string, ...figures: Figure[]) => {
      if (columns.has(column)) add(sheet, `${row} ${column}`, ...figures);
    };
    if (columns.has("Select all rows shown")) addText(sheet, `${row} Select all rows shown`, `…${bill.id.slice(-6)}`);
    cell("Created", ...moment(bill.createdAt, now, hand));
    cell("Payment", bill.id);
    cell("Due", hand.money(bill.quantity, bill.crypto));
    cell("Received", hand.money(bill.received, bill.crypto));
    cell("Difference", ...difference(bill, hand));
    cell("Fiat due", hand.sum(bill.fiatUnits, bill.fiatSymbol));
    cell("Fiat received", hand.money(bill.fiat, bill.fiatSymbol));
    cell("Status", ...why(bill, now));
    if (columns.has("Reference") && bill.reference) addText(sheet, `${row} Reference`, bill.reference);
    if (columns.has("Customer")) addText(sheet, `${row} Customer`, bill.subaccount);
  }
}

/** The ready views that wait for somebody. */
const VIEWS: Readonly<Record<string, (bill: Bill, now: number) => boolean>> = {
  "Needs action": ({ deposits }) => deposits.some(({ status }) => status === "HELD"),
  Late: (bill) => standing(bill).some(({ late, treatedAt }) => late && treatedAt !== null),
  Partial: (bill, now) => judge(bill, now).amountStatus === "PARTIAL",
  Underpaid: (bill, now) => judge(bill, now).amountStatus === "UNDERPAID",
  "Available to convert": ({ free }) => free > 0n,
};

function difference(bill: Bill, hand: Hand): Figure[] {
  const counted = countedOf(bill);
  if (counted === 0n) return [];
  const more = counted - bill.quantity;
  return [more === 0n ? "0" : hand.signed(more, bill.crypto)];
}

/** The figures beside a bill's status. */
function why(bill: Bill, now: number): Figure[] {
  const { status } = judge(bill, now);
  const kinds = new Set(bill.deposits.map((one) => one.status));
  const isTroubled = kinds.has("HELD") || bill.deposits.some((one) => one.status === "DROPPED" && one.wasCredited);
  if (isTroubled) return [];
  const left = bill.expiresAt > now ? [moving(bill.expiresAt, now)] : [];
  if (status === "PENDING" || status === "PROCESSING") return left;
  const counted = standing(bill);
  if (status === "DETECTED") {
    const slowest = slowestOf(counted);
    return slowest ? [`${slowest.confirmations}/${slowest.needed}`] : [];
  }
  return status === "COMPLETED" && isPlain(bill) && counted.length > 1 ? [`${counted.length}`] : [];
}

/** Paid exactly, in time, all of it sold: then only the number of its deposits is worth a word. */
const isPlain = (bill: Bill): boolean =>
  bill.unconverted === 0n && bill.received === bill.quantity && !bill.deposits.some((one) => one.late);

/** The sums of everything the filter matches: crypto by asset and network, then fiat. */
function totals(bills: readonly Bill[], hand: Hand): Figure[] {
  const all = `${bills.length}`;
  return [
    all,
    all,
    ...sums(bills, (bill) => [bill.asset, bill.received]).map(([asset, units]) => hand.sum(units, asset)),
    ...sums(bills, (bill) => [bill.fiatSymbol, bill.fiat]).map(([asset, units]) => hand.sum(units, asset)),
  ];
}

/** Sums by asset in the order of their names, without those that are nothing. */
export function sums(bills: readonly Bill[], of: (bill: Bill) => [asset: string, units: bigint]): [string, bigint][] {
  const found = new Map<string, bigint>();
  for (const bill of bills) {
    const [asset, units] = of(bill);
    found.set(asset, (found.get(asset) ?? 0n) + units);
  }
  return [...found].filter(([, units]) => units > 0n).sort(([a], [b]) => (a < b ? -1 : 1));
}
