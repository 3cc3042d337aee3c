import { Decimal } from "#lib/kernel/decimal.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { isWitnessScript } from "./sighash.ts";

/** An output of ours that may be spent. */
export type Coin = { sourceHash: string; sourceIndex: number; units: bigint; script: string };
/** What a transaction has to pay. */
export type Payee = { script: string; units: bigint };

/** Version, locktime and the counts, in weight units; a witness adds its marker. */
const OVERHEAD_WEIGHT = (4 + 4) * 4;
const MARKER_WEIGHT = 2;
/** Output's name, script's length and sequence. */
const INPUT_BYTES = 36 + 1 + 4;
/** Signature with its type, at most, and public key, each behind its length. */
const UNLOCK_BYTES = 1 + 72 + 1 + 33;
/** Spending a witness counts a quarter; its count of two is a byte as well. */
const WITNESS_WEIGHT = UNLOCK_BYTES + 1;

const countBytes = (count: number): number => (count < 0xfd ? 1 : 3);
const outputBytes = (script: string): number => 8 + countBytes(script.length / 2) + script.length / 2;

/** The most bytes a transaction takes once it is signed, as fees count them (BIP 141). */
export function signedSize(inputs: readonly { script: string }[], outputs: readonly { script: string }[]): number {
  const segwit = inputs.some(({ script }) => isWitnessScript(script));
  const counts = countBytes(inputs.length) + countBytes(outputs.length);
  let weight = OVERHEAD_WEIGHT + 4 * counts + (segwit ? MARKER_WEIGHT : 0);
  for (const { script } of inputs) {
    if (isWitnessScript(script)) weight += 4 * INPUT_BYTES + WITNESS_WEIGHT;
    else weight += 4 * (INPUT_BYTES + UNLOCK_BYTES) + (segwit ? 1 : 0);
  }
  for (const { script } of outputs) weight += 4 * outputBytes(script);
  return Math.ceil(weight / 4);
}

/** The fee of so many bytes at a rate, rounded up. */
export const feeAt = (rate: Decimal, size: number): bigint => {
  const exact = rate.times(Decimal.from(size));
  const whole = exact.floorUnits(0);
  return Decimal.of(whole, 0).compare(exact) < 0 ? whole + 1n : whole;
};

/** Which coins pay, the fee, and what comes back; nothing comes back where it would be dust, which is the fee's then. */
export type SpendPlan<C extends Coin = Coin> = { coins: readonly C[]; fee: bigint; change: bigint; size: number };

/**
 * Takes the coins that have to be spent, then the greatest first, as few as pay everybody and the fee, so that the fee is
 * least. Undefined where all of them do not suffice.
 */
export function planOf<C extends Coin>(
  coins: readonly C[],
  payees: readonly Payee[],
  how: { rate: Decimal; changeScript: string; dust: bigint },
  needed: readonly C[] = [],
): SpendPlan<C> | undefined {
  const due = sumOf(payees.map(({ units }) => units));
  const others = coins.filter((coin) => !needed.includes(coin));
  const ordered = others.sort((a, b) => (a.units === b.units ? byName(a, b) : a.units > b.units ? -1 : 1));
  const taken: C[] = [...needed];
  const enough = needed.length > 0 ? planWith(taken, payees, due, how) : undefined;
  if (enough) return enough;
  for (const coin of ordered) {
    taken.push(coin);
    const plan = planWith(taken, payees, due, how);
    if (plan) return plan;
  }
  return undefined;
}

/** The same with all of these coins, and with no other. */
export function planWith<C extends Coin>(
  coins: readonly C[],
  payees: readonly Payee[],
  due: bigint,
  { rate, changeScript, dust }: { rate: Decimal; changeScript: string; dust: bigint },
): SpendPlan<C> | undefined {
  const total = sumOf(coins.map(({ units }) => units));
  const withChange = signedSize(coins, [...payees, { script: changeScript }]);
  const change = total - due - feeAt(rate, withChange);
  if (change >= dust) return { coins: [...coins], fee: feeAt(rate, withChange), change, size: withChange };
  const size = signedSize(coins, payees);
  if (total - due < feeAt(rate, size)) return undefined;
  return { coins: [...coins], fee: total - due, change: 0n, size };
}

const byName = (a: Coin, b: Coin): number =>
  a.sourceHash === b.sourceHash ? a.sourceIndex - b.sourceIndex : a.sourceHash < b.sourceHash ? -1 : 1;
