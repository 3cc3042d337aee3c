import { amount, type Exact, type Fields, listOf, ONE, recordsIn, shown, sum } from "./exact.ts";

/** What in an answer does not add up by the rules of bills, deposits, invoices and quotes, said here a second time. */
export function valueFaults(answer: Exact): string[] {
  return recordsIn(answer).flatMap((record) => {
    if ("quantityReceived" in record && "deposits" in record) return paymentFaults(record);
    if ("baseSymbol" in record && "items" in record) return invoiceFaults(record);
    return "quoteId" in record && "fiatReceivable" in record && "quantity" in record ? quoteFaults(record) : [];
  });
}

type Claim = readonly [what: string, is: bigint, shouldBe: bigint];

const broken = (of: string, claims: readonly Claim[]): string[] =>
  claims.flatMap(([what, is, shouldBe]) =>
    is === shouldBe ? [] : [`${of}: ${what} is ${shown(is)}, not ${shown(shouldBe)}`],
  );

const SHARES = [
  "quantityPending",
  "quantityConverted",
  "quantityUnconverted",
  "feeQuantity",
  "quantityPaidOut",
] as const;
const shares = (record: Fields): bigint => SHARES.reduce((total, name) => total + amount(record, name), 0n);
const NOT_CONFIRMED: readonly Exact[] = ["UNCONFIRMED", "DROPPED"];
const LIVE: readonly Exact[] = ["CREATED", "QUOTED", "EXECUTING"];

function paymentFaults(payment: Fields): string[] {
  const deposits = listOf(payment, "deposits");
  const own = deposits.filter(
    ({ cryptoType, networkType }) => cryptoType === payment["cryptoType"] && networkType === payment["networkType"],
  );
  const confirmed = own.filter(({ status }) => !NOT_CONFIRMED.includes(status ?? null));
  const live = listOf(payment, "conversions").filter(({ status }) => LIVE.includes(status ?? null));
  const name = `payment ${payment["paymentId"]}`;
  return [
    ...broken(name, [
      ["quantityReceived", amount(payment, "quantityReceived"), shares(payment)],
      ["quantityReceived", amount(payment, "quantityReceived"), sum(confirmed, "quantity")],
      ...SHARES.map((share): Claim => [share, amount(payment, share), sum(own, share)]),
      ["fiatReceived", amount(payment, "fiatReceived"), sum(own, "fiatReceived")],
      ["quantityLocked", amount(payment, "quantityLocked"), sum(live, "quantity")],
    ]),
    ...deposits.flatMap((deposit) => depositFaults(name, deposit)),
    ...priceFaults(name, payment),
  ];
}

function depositFaults(name: string, deposit: Fields): string[] {
  const counts = !NOT_CONFIRMED.includes(deposit["status"] ?? null);
  const fills = listOf(deposit, "fills");
  const priced = fills.flatMap((fill) => {
    // A market order is paid by what it brought, an overpayment's part by what the whole brought: no more than the price.
    const most = ((amount(fill, "quantity") - amount(fill, "feeQuantity")) * amount(fill, "price")) / ONE;
    return amount(fill, "fiat") <= most + ONE
      ? []
      : [`${name}: a fill of ${shown(amount(fill, "fiat"))} is above its price`];
  });
  const standing = counts ? sum(fills, "fiat") : 0n;
  return [
    ...broken(`${name}, deposit ${deposit["txId"]}`, [
      ["its shares", shares(deposit), counts ? amount(deposit, "quantity") : 0n],
      ...(counts ? [["fiatReceived", amount(deposit, "fiatReceived"), standing] as const] : []),
    ]),
    ...priced,
  ];
}

const SCALES: Readonly<Record<string, bigint>> = { BTC: 8n, BCH: 8n, JPY: 0n, EUR: 2n, USD: 2n, GBP: 2n, CAD: 2n };
const unitOf = (symbol: Exact | undefined): bigint => ONE / 10n ** (SCALES[String(symbol)] ?? 6n);

/** By spread, and where all is kept, the quantity is the least that brings the fiat at the bill's price. */
function priceFaults(name: string, payment: Fields): string[] {
  if (payment["feeModel"] !== "SPREAD" && payment["strategy"] !== "RAI") return [];
  const [quantity, price] = [amount(payment, "quantity"), amount(payment, "price")];
  const wanted = amount(payment, "fiatReceivable") * ONE;
  const isLeast = quantity * price >= wanted && (quantity - unitOf(payment["cryptoType"])) * price < wanted;
  return isLeast ? [] : [`${name}: ${shown(quantity)} at ${shown(price)} is not the least for ${shown(wanted / ONE)}`];
}

function invoiceFaults(invoice: Fields): string[] {
  const name = `invoice ${invoice["invoiceId"]}`;
  const items = broken(name, [["quantity", amount(invoice, "quantity"), sum(listOf(invoice, "items"), "quantity")]]);
  const { quote } = invoice;
  const live = typeof quote === "object" && quote !== null && !Array.isArray(quote) ? quote : undefined;
  const quoted = live ? saleFaults(name, invoice, live, "fiatReceivable") : [];
  const executed = invoice["status"] === "EXECUTED" ? saleFaults(name, invoice, invoice, "fiatReceived") : [];
  return [...items, ...quoted, ...executed];
}

const quoteFaults = (quote: Fields): string[] =>
  saleFaults(`quote ${quote["quoteId"]}`, quote, quote, "fiatReceivable");

/** What is sold is the quantity without its fee, at the price, rounded down to whole fiat. */
function saleFaults(name: string, of: Fields, terms: Fields, fiat: "fiatReceivable" | "fiatReceived"): string[] {
  const unit = unitOf(of["quoteSymbol"]);
  const gross = ((amount(of, "quantity") - amount(terms, "feeQuantity")) * amount(terms, "price")) / ONE;
  return broken(name, [[fiat, amount(terms, fiat), (gross / unit) * unit]]);
}
