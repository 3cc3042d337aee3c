import { CHAIN_POLLS } from "#lib/chains/follow.ts";
import type { FinalOutcome, Node } from "#e2e/world/nodes.ts";
import { recordOf, type World } from "#e2e/world/sandbox.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { type CryptoAsset, cryptoOf, networkTypeOf, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { balancesOf, type Balances, moved } from "./balances.ts";

export const STAGES = ["before credit", "credited", "converted"] as const;
export type Stage = (typeof STAGES)[number];
export type Cell = { node: Node; depth: number; finalOutcome: FinalOutcome; stage: Stage };

const SETTLE_MS = 30_000;
const MOST_LOOKS = 5;
const TRANSACTION_FEE_BPS = 50n;
const FIAT = Decimal.from("100");
/** More than any depth, so that nothing is credited before the reorganisation. */
const NEVER_YET = 7;

/** Plays one cell and answers what is not as it has to be. */
export async function playCell(world: World, worker: Ctx, cell: Cell): Promise<string[]> {
  const { node, depth, finalOutcome, stage } = cell;
  const byInvoice = stage === "converted" && depth % 2 === 0;
  await changeSettings(world.ctx, { confirmations: String(stage === "before credit" ? NEVER_YET : 1) });
  await catchUp(worker, node);
  const before = await balancesOf(world);
  const strategy = stage === "credited" || byInvoice ? "RAI" : "RFQ";
  const bill = await world.bill({ ...node.bill, strategy, fiatReceivable: FIAT });
  const payable = await findPayable(world.ctx, bill.deposit_address);
  if (!payable) throw new Error("a bill has an address");
  const units = bill.quantity.floorUnits(scaleOf(payable.asset));
  const reorganise = await node.payUnder(payable.script, units, depth);
  await catchUp(worker, node);
  if (byInvoice) await sellByInvoice(world, worker, bill.paymentId, cryptoOf(payable.asset));
  const standing = moved(before, await balancesOf(world));
  await reorganise(finalOutcome);
  if (finalOutcome === "moved" && stage === "before credit") await node.mine(NEVER_YET);
  await catchUp(worker, node);
  const after = moved(before, await balancesOf(world));
  const again = byInvoice ? lessFeeAgain(standing, payable.asset, units) : standing;
  const faults = finalOutcome === "moved" ? stands(after, again, stage) : isGone(after, standing, byInvoice);
  const payment = await world.payment(bill.paymentId);
  faults.push(...billFaults(payment, cell), ...reasonFaults(payment, cell));
  for (const { rule, found } of await world.broken()) faults.push(`${rule}: ${found}`);
  return faults;
}

function billFaults({ amountStatus, deposits, labels }: PaymentRecord, { finalOutcome, stage }: Cell): string[] {
  const stays = finalOutcome === "moved";
  const [deposit] = deposits;
  const faults = amountStatus === (stays ? "PAID" : "UNPAID") ? [] : [`the bill is ${amountStatus}`];
  if (deposits.length !== 1 || (deposit?.status === "DROPPED") === stays)
    faults.push(`the ${deposits.length} deposits are ${deposit?.status}`);
  if (labels.includes("REVERSED") !== (!stays && stage !== "before credit")) faults.push(`the labels are ${labels}`);
  return faults;
}

/** Tron numbers no transactions: there a double spend cannot be told from what is merely gone. */
function reasonFaults({ deposits }: PaymentRecord, { node, finalOutcome }: Cell): string[] {
  if (finalOutcome === "moved") return [];
  const isDoubleSpent = finalOutcome === "double-spent" && node.name !== "Tron";
  const expected = isDoubleSpent ? "DOUBLE_SPENT" : "REORGANISED";
  const found = deposits[0]?.reasonCode;
  return found === expected ? [] : [`the reason is ${found}, not ${expected}`];
}

/** Looks until we stand where the node stands, whatever pause a fault has left. */
async function catchUp(worker: Ctx, node: Node): Promise<void> {
  const head = await node.chain.head();
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    worker.app.slots.delete(CHAIN_POLLS);
    await runUntilIdle(worker, SETTLE_MS);
    const [row] = await worker.db.$queryRaw<{ hash: string }[]>`
      select hash from chain_cursor where network = ${node.network}`;
    if (row?.hash === head.hash) return;
  }
  throw new Error(`${node.name} is not caught up with`);
}

async function sellByInvoice(
  world: World,
  worker: Ctx,
  paymentId: string,
  baseSymbol: "BTC" | "BCH" | "USDT" | "USDC",
): Promise<void> {
  const { quantityUnconverted } = await world.payment(paymentId);
  const quantity = Decimal.from(String(quantityUnconverted));
  const input = { baseSymbol, quoteSymbol: "EUR" as const, quantity, items: [{ paymentId }] };
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  await quoteConversion(world.ctx, { invoiceId });
  await executeConversion(world.ctx, { invoiceId });
  await runUntilIdle(worker, SETTLE_MS);
}

/** Moved within the chain, all is as it was; what was not credited yet has been converted since. */
function stands(after: Balances, standing: Balances, stage: Stage): string[] {
  const fiat = after.get("available EUR")?.toString();
  if (stage === "before credit") return fiat === "100" ? [] : [`available is ${fiat ?? 0} EUR, not 100`];
  return differences(after, standing);
}

/**
 * Confirmed again, what the invoice sold is settled first and only the rest is treated anew: the fee that
 * the reversal gave back is now what is kept, less its own fee.
 */
function lessFeeAgain(standing: Balances, asset: CryptoAsset, units: bigint): Balances {
  const rest = (units * TRANSACTION_FEE_BPS) / 10_000n;
  const leftover = rest - (rest * TRANSACTION_FEE_BPS) / 10_000n;
  const name = ["available", cryptoOf(asset), networkTypeOf(asset)].filter(Boolean).join(" ");
  return new Map([...standing, [name, Decimal.of(leftover, scaleOf(asset))]]);
}

/** Gone, nothing of it is left; what an invoice sold of it is owed, and its fiat stays. */
function isGone(after: Balances, standing: Balances, byInvoice: boolean): string[] {
  if (!byInvoice) return differences(after, new Map());
  const fiat = new Map([...standing].filter(([name]) => name === "available EUR"));
  const owed = [...after].filter(([name]) => name.startsWith("owed "));
  const rest = new Map([...after].filter(([name]) => !name.startsWith("owed ")));
  return [...differences(rest, fiat), ...(owed.length === 1 ? [] : [`${owed.length} assets are owed, not one`])];
}

function differences(found: Balances, expected: Balances): string[] {
  const names = [...new Set([...found.keys(), ...expected.keys()])];
  return names
    .filter((name) => found.get(name)?.toString() !== expected.get(name)?.toString())
    .map((name) => `${name} moved by ${found.get(name) ?? 0}, not ${expected.get(name) ?? 0}`);
}
