import { decimalsOf, literal, trimmed } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { judge } from "./judge.ts";
import type { Trade } from "./trades.ts";

/** A paper's lines in the order they are drawn; a long one may be drawn in several pieces. */
export type Lines = readonly string[];

/** Papers part thousands by a narrow place that does not break. */
const parted = (figure: string): string => {
  const [whole = "", fraction] = figure.split(".");
  const groups = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, "\u00a0");
  return fraction === undefined ? groups : `${groups}.${fraction}`;
};
const money = (units: bigint, asset: string): string => parted(literal(units, decimalsOf(asset)));
const sum = (units: bigint, asset: string): string => `${money(units, asset)} ${asset.split("@")[0]}`;
/** `21 Nov 2026, 12:05:41 UTC` */
function moment(at: number): string {
  const month = new Date(at).toLocaleString("en-GB", { timeZone: "UTC", month: "short" });
  const [year, , day] = new Date(at).toISOString().slice(0, 10).split("-");
  return `${Number(day)} ${month} ${year}, ${new Date(at).toISOString().slice(11, 19)} UTC`;
}

const NETWORKS: Readonly<Record<string, string>> = { eth: "Ethereum", tron: "Tron" };
/** What codes are called where they are not just their own word. */
const WORDS: Readonly<Record<string, string>> = {
  MULTIPLE: "Multiple deposits",
  CREDITED: "Kept",
  SPREAD: "spread",
  EXPLICIT: "explicit",
  RFQ: "Bill’s price",
  FRESH: "Fresh quote",
  MARKET: "Market order",
};
const word = (code: string): string =>
  WORDS[code] ?? `${code.slice(0, 1)}${code.slice(1).toLowerCase().replaceAll("_", " ")}`;

/** The receipt of a payment, but its last line, which tells when it was printed. */
export function receipt(bill: Bill, now: number): Lines {
  const { crypto, fiatSymbol: fiat } = bill;
  const { status, amountStatus } = judge(bill, now);
  const labels = labelsOf(bill);
  return [
    "Receipt",
    `Payment ${bill.id}`,
    "Credited",
    sum(bill.fiat, fiat),
    "Bill",
    ...["Account", "demo", "Customer", bill.subaccount],
    ...(bill.reference ? ["Reference", bill.reference] : []),
    ...["Requested", moment(bill.createdAt), "Expires", moment(bill.expiresAt)],
    ...["Amount due", sum(bill.fiatUnits, fiat), "Price", `${parted(trimmed(bill.price))} ${fiat} per ${crypto}`],
    ...["Quantity due", sum(bill.quantity, crypto), "Strategy and fee", `${bill.strategy}, ${word(bill.feeModel)}`],
    ...["Address", bill.address],
    "Result",
    ...["Status", `${word(status)}, ${word(amountStatus)}`],
    ...(labels.length > 0 ? ["Labels", labels.map(word).join(", ")] : []),
    ...["Network", bill.networkType ? `${crypto} on ${NETWORKS[bill.networkType]}` : crypto],
    ...["Received", sum(bill.received, crypto), "Converted", sum(bill.converted, crypto)],
    ...["Held as crypto", sum(bill.unconverted, crypto), "Pending", sum(bill.pending, crypto)],
    ...["Fees", sum(bill.fee, crypto), "Paid out", sum(bill.paidOut, crypto), "Credited", sum(bill.fiat, fiat)],
    "Deposits and sales",
    ...["First seen", "Transaction", "Method", "Quantity", `Price, ${fiat}`, `Credited, ${fiat}`],
    ...bill.deposits.flatMap((one) => {
      const head = [moment(one.firstSeen), `${one.txHash}:${one.outputIndex}`];
      if (one.fills.length === 0) return [...head, word(one.status), sum(one.units, one.asset)];
      return one.fills.flatMap((fill) => [
        ...head,
        word(fill.method),
        sum(fill.units, crypto),
        parted(trimmed(fill.price)),
        money(fill.fiat, fiat),
      ]);
    }),
  ];
}

/** Present facts beside a bill's status, in the contract's order. */
function labelsOf({ deposits }: Bill): string[] {
  const stands = deposits.filter(
    (one) => !one.wrongAsset && !one.dust && !["DROPPED", "DECLINED"].includes(one.status),
  );
  const facts: [string, boolean][] = [
    ["LATE", stands.some((one) => one.late)],
    ["MULTIPLE", stands.length > 1],
    ["HELD", deposits.some(({ status }) => status === "HELD")],
    ["LIMIT_NOT_MET", stands.some((one) => one.reasonCode === "LIMIT_NOT_MET")],
    ["REVERSED", deposits.some((one) => one.status === "DROPPED" && one.wasCredited)],
    ["WRONG_ASSET", deposits.some((one) => one.wrongAsset && ["HELD", "DECLINED"].includes(one.status))],
  ];
  return facts.filter(([, holds]) => holds).map(([label]) => label);
}

/** The contract note of an executed conversion, but its last line. */
export function note(trade: Trade): Lines {
  const { base, fiat, quote, sold } = trade;
  if (!quote || !sold) throw new Error(`${trade.id} has not been executed`);
  const maker = trade.maker.startsWith("…") ? `API key ${trade.maker}` : trade.maker;
  return [
    "Contract note",
    `Conversion ${trade.id}`,
    ...["Credited", sum(sold.fiat, fiat), "Trade", "Account", "demo", "Side", `Sale of ${base} for ${fiat}`],
    ...["Quantity", sum(trade.units, base), "Price", `${parted(trimmed(sold.price))} ${fiat} per ${base}`],
    ...["Fee model", word(trade.feeModel), "Fee", sum(sold.fee, base), "Credited", sum(sold.fiat, fiat)],
    ...["Timeline", "Status", word(trade.status), "Created", moment(trade.createdAt), "Created by", maker],
    ...["Quoted", moment(quote.at), "Quote", quote.id, "Executed", moment(trade.executedAt ?? 0)],
    `Items, ${trade.items.length}`,
    ...["Payment", "Deposit", "Customer", `Quantity, ${base}`],
    ...trade.items.flatMap((item) => [item.billId, item.depositId, item.subaccount, money(item.units, base)]),
  ];
}

/** Where a paper says something else than it must; pieces of one line are put together again. */
export function documentFaults(text: string, wanted: Lines): string[] {
  const pieces = text.trimEnd().split("\n");
  let at = 0;
  for (const line of wanted) {
    let joined = pieces[at] ?? "";
    while (joined !== line && line.startsWith(joined) && at + 1 < pieces.length) {
      at += 1;
      joined += pieces[at];
    }
    if (joined !== line) return [`after "${pieces[at - 1]}" it says "${joined}", must be "${line}"`];
    at += 1;
  }
  const rest = pieces.slice(at);
  return rest.length === 1 && rest[0]?.startsWith("Printed ") ? [] : [`it ends with ${rest.join(" / ")}`];
}
