import { decimalsOf, type Hand, literal, moment, timeLeft, trimmed } from "./amounts.ts";
import { type Bill, worth } from "./books.ts";
import { add, addText, type Figure, figuresOf, type Sheet, unaccounted } from "./figures.ts";
import { EXPLICIT_FEE_BPS } from "./states.ts";
import { priceOf, quantityOf } from "./promise.ts";
import { turned } from "./trades.ts";

/** What a person asks for in the form. */
export type FormInput = {
  crypto: "BTC" | "USDT";
  fiat: string;
  fiatUnits: bigint;
  typed: string;
  subaccount: string;
  feeModel: "SPREAD" | "EXPLICIT";
  bid: string;
};

const seconds: Figure = { named: "some seconds", holds: (token) => /^\d{1,2} s$/.test(token) };

/** The form with its live quote: the price and the quantity that the bill would have at this bid. */
export function billForm(input: FormInput, hand: Hand): Sheet {
  const { crypto, fiat, fiatUnits, feeModel, bid } = input;
  const sheet: Sheet = new Map();
  const terms = { bid, spreadBps: 100, explicitFeeBps: EXPLICIT_FEE_BPS, feeModel, strategy: "RFQ" };
  const price = priceOf(terms);
  const quantity = quantityOf({ ...terms, asset: crypto, fiatSymbol: fiat, fiatUnits: fiatUnits });
  add(sheet, "New bill > Bill | ", hand.sum(100n, fiat), hand.sum(100_000_000n, fiat));
  if (crypto === "BTC")
    addText(sheet, "Payer sends > Bill | label Bech#address bc#q…, lower fees for the payer", "Bech32 address bc1q…");
  if (crypto === "USDT") {
    add(sheet, "Network of USDT > Bill | label EthereumERC-#", "ERC-20");
    add(sheet, "Network of USDT > Bill | label TronTRC-#", "TRC-20");
  }
  add(sheet, "Fee > Bill | label Spread#%, included in the price", "1.00 %");
  add(sheet, "Fee > Bill | label Explicit#% taken in crypto, shown separately", "1.20 %");
  add(sheet, `Fee > Bill | button Create bill for#${fiat}Ctrl↵`, hand.money(fiatUnits, fiat));
  add(sheet, "Fee > Live quote | ", seconds, hand.sum(quantity, crypto), hand.sum(fiatUnits, fiat));
  if (feeModel === "SPREAD") {
    add(sheet, "Fee > Live quote | Bid", hand.rate(bid));
    add(sheet, "Fee > Live quote | ", "1.00 %");
    add(sheet, "Fee > Live quote | Spread, 1.00\u00a0%", hand.rate(minus(price, bid)));
  }
  add(sheet, `Fee > Live quote | Price, ${fiat} per ${crypto}`, hand.rate(price));
  add(sheet, "Fee > Live quote | ", `1 ${fiat}`);
  add(sheet, `Fee > Live quote | 1 ${fiat}`, `${hand.rate(turned(price, crypto))} ${crypto}`);
  if (feeModel === "EXPLICIT") {
    add(sheet, "Fee > Live quote | ", "1.20 %");
    const fee = (quantity * BigInt(EXPLICIT_FEE_BPS)) / 10_000n;
    add(sheet, "Fee > Live quote | Fee, 1.20\u00a0% in crypto", hand.sum(fee, crypto));
  }
  add(
    sheet,
    "What happens to the money > Live quote | ",
    "20 min",
    ...unaccounted(1, "when the live price was read"),
    seconds,
  );
  addText(sheet, "New bill > Bill | field Customer", input.subaccount);
  add(sheet, "New bill > Bill | field You receive", input.typed);
  return sheet;
}

const minus = (a: string, b: string): string => {
  const scaled = (decimal: string) => BigInt(decimal.split(".")[0] + (decimal.split(".")[1] ?? "").padEnd(8, "0"));
  return literal(scaled(a) - scaled(b), 8);
};

/** The page of the bill just made: exactly what the bill says, the address in readable groups, and the call that makes it. */
export function madeBill(bill: Bill, now: number, hand: Hand, site: string): Sheet {
  const sheet: Sheet = new Map();
  const over = "Bill created";
  add(sheet, " | ", ...moment(bill.expiresAt, now, hand), ...timeLeft(bill.expiresAt, now));
  add(sheet, `${over} | `, hand.sum(bill.quantity, bill.crypto));
  addText(sheet, `${over} | `, bill.address);
  add(sheet, `${over} | You receive`, hand.sum(bill.fiatUnits, bill.fiatSymbol));
  add(sheet, `${over} | Price`, `${hand.rate(bill.price)} ${bill.fiatSymbol}`);
  addText(sheet, `${over} | Customer`, bill.subaccount);
  add(sheet, `${over} | Payment id`, bill.id);
  addText(sheet, `${over} | Payer’s page`, `/pay/…${bill.id.slice(-6)}`);
  add(
    sheet,
    "Progress | ",
    ...moment(bill.createdAt, now, hand),
    ...moment(bill.expiresAt, now, hand),
    "2",
    "20 min",
    hand.sum(bill.fiatUnits, bill.fiatSymbol),
  );
  const call = "What happens to the money > Progress | ";
  add(sheet, call, trimmed(literal(bill.fiatUnits, decimalsOf(bill.fiatSymbol))), ...figuresOf(site), "v1");
  if (worth(bill.quantity, bill.crypto, bill.price, bill.fiatSymbol) < bill.fiatUnits)
    throw new Error("the bill promises more than it asks for");
  return sheet;
}
