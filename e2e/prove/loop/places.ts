import { purposes } from "#lib/worker/due.ts";
import type { LocalExchange } from "#e2e/world/market-maker.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { checkBooks } from "#lib/check/books.ts";
import { differenceOf, proveCustody } from "#lib/outgoing/prove-custody.ts";
import type { Coin } from "./coins.ts";

/** What the bank has said last of our account. */
export type Bank = { closing: Decimal };

const sum = <T>(of: readonly T[], value: (each: T) => Decimal): Decimal =>
  of.reduce((total, each) => total.plus(value(each)), Decimal.ZERO);

/** What the exchange holds for us by its own trades and transfers; what is under way counts as it does there. */
function atExchange({ orders, funding }: LocalExchange, { cryptoType }: Coin): { crypto: Decimal; fiat: Decimal } {
  const trades = orders.flatMap(({ side, trades: fills }) => fills.map((trade) => ({ ...trade, side })));
  const sold = trades.filter(({ side }) => side === "SELL");
  const bought = trades.filter(({ side }) => side === "BUY");
  const moved = (asset: string) => {
    const done = funding.filter((each) => each.asset === asset && each.status === "Success");
    const into = sum(
      done.filter(({ kind }) => kind === "DEPOSIT"),
      (each) => Decimal.from(each.amount),
    );
    const out = sum(
      done.filter(({ kind }) => kind === "WITHDRAWAL"),
      (each) => Decimal.from(each.amount).plus(Decimal.from(each.fee ?? "0")),
    );
    return into.minus(out);
  };
  const quantity = sum(bought, (trade) => trade.quantity).minus(sum(sold, (trade) => trade.quantity));
  const fiat = sum(sold, ({ cost }) => cost).minus(sum(bought, ({ cost }) => cost));
  return {
    crypto: moved(cryptoType === "BTC" ? "XXBT" : cryptoType).plus(quantity),
    fiat: moved("ZEUR")
      .plus(fiat)
      .minus(sum(trades, ({ fee }) => fee)),
  };
}

/** Where the books and a place say different things, and what nobody explains. */
export async function differences(
  worker: Ctx,
  house: Ctx,
  { exchange, bank, coin }: { exchange: LocalExchange; bank: Bank; coin: Coin },
): Promise<string[]> {
  const faults = (await checkBooks(worker)).map(({ rule, found }) => `${rule}: ${found}`);
  const { proofs, unproven } = await proveCustody(worker, purposes);
  for (const proof of proofs)
    if (differenceOf(proof) !== 0n) faults.push(`custody ${proof.asset}: the node has ${differenceOf(proof)} more`);
  faults.push(...unproven.map(({ network, sentence }) => `custody on ${network} is not proven: ${sentence}`));
  const own = atExchange(exchange, coin);
  for (const [symbol, has] of [
    [coin.cryptoType, own.crypto],
    ["EUR", own.fiat],
  ] as const) {
    const [row] = await house.db.$queryRaw<
      { booked: string }[]
    >`select venue_statement('kraken', ${symbol})::text as booked`;
    const booked = Decimal.from(row?.booked ?? "0");
    if (booked.compare(has) !== 0) faults.push(`venue ${symbol}: it has ${has}, the books say ${booked}`);
  }
  const of = async (code: string, asset: Coin["asset"] | "EUR") => amountOf(asset, await balanceOf(house, code, asset));
  const held = await of("bank", "EUR");
  if (held.compare(bank.closing) !== 0) faults.push(`bank: it says ${bank.closing}, the books ${held}`);
  for (const asset of [coin.asset, "EUR"] as const)
    for (const code of ["house:missing", "house:unassigned"])
      if (!(await of(code, asset)).isZero()) faults.push(`${code} holds ${await of(code, asset)} ${asset}`);
  const cases = (await listCases(house, {})).data.filter(({ kind }) => /^UNKNOWN|CUSTODY|GAP/.test(kind));
  faults.push(...cases.map(({ kind, cause }) => `case ${kind}: ${JSON.stringify(cause)}`));
  return faults;
}
