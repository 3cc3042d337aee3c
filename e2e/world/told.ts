import { getStatement } from "#lib/ledger/get-statement.ts";
import { payerState } from "#lib/payments/payer-state.ts";
import type { World } from "./sandbox.ts";

type Movement = { paymentId?: string; account: string; asset: string; amount: { toString(): string } };

/** What the payer's page says of a payment, and what it has moved in the account's ledger, oldest first. */
export async function toldOf(world: World, paymentId: string) {
  const { status, amountStatus } = (await payerState(world.ctx, { paymentId })).body as Record<string, string>;
  const { data } = (await getStatement(world.ctx, {})).body as { data: Movement[] };
  const ours = data.filter((movement) => movement.paymentId === paymentId).reverse();
  return { status, amountStatus, moved: ours.map(({ account, asset, amount }) => `${account} ${amount} ${asset}`) };
}
