import { decimalsOf } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { isOwn } from "./judge.ts";

/** The guarantee of every bill of the world, as the house rules where it says nothing (rulebook 4.10). */
const GUARANTEE_MS = 7_200_000;

/** What a bill still promises in fiat, told anew from its deposits and the clock by rulebook 4.16. */
export function livePromise(bill: Bill, now: number): bigint {
  if (!promises(bill) || now > bill.expiresAt + GUARANTEE_MS) return 0n;
  const own = bill.deposits.filter((one) => isOwn(bill, one) && !one.dust);
  const used = own
    .flatMap(({ fills }) => fills)
    .filter(({ method }) => method === "RFQ")
    .reduce((sum, { units }) => sum + units, 0n);
  const waiting = own
    .filter(({ status, firstSeen }) => ["UNCONFIRMED", "HELD"].includes(status) && firstSeen <= bill.expiresAt)
    .filter(({ reasonCode }) => reasonCode !== "BEFORE_BILL")
    .reduce((sum, { units }) => sum + units, 0n);
  const left = bill.quantity - used;
  const open = now <= bill.expiresAt || waiting > left ? left : waiting;
  return fiatAt(bill, used + open) - fiatAt(bill, used);
}

const promises = ({ strategy, price, limitPrice }: Bill): boolean =>
  strategy !== "RAI" && (strategy !== "LMT" || scaled(price) > scaled(limitPrice ?? "0"));

function fiatAt(bill: Bill, units: bigint): bigint {
  if (units >= bill.quantity) return bill.fiatUnits;
  const fee = bill.feeModel === "EXPLICIT" ? (units * BigInt(bill.explicitFeeBps)) / 10_000n : 0n;
  const scale = 10n ** BigInt(8 + decimalsOf(bill.asset) - decimalsOf(bill.fiatSymbol));
  const fiat = (scaled(bill.price) * (units - fee)) / scale;
  return fiat < bill.fiatUnits ? fiat : bill.fiatUnits;
}

/** A price in hundred millionths. */
function scaled(price: string): bigint {
  const [whole = "0", fraction = ""] = price.split(".");
  return BigInt(whole + fraction.padEnd(8, "0").slice(0, 8));
}
