import { getStatement } from "#lib/ledger/get-statement.ts";
import { payerState } from "#lib/payments/payer-state.ts";
import type { World } from "./sandbox.ts";

/** What the payer's page says of a payment, and what it has moved in the account's ledger, oldest first. */
export async function emittedOf(world: World, paymentId: string) {
  const { status, amountStatus } = await payerState(world.ctx, { paymentId });
  const { data } = await getStatement(world.ctx, {});
  const ours = data.filter((movement) => movement.paymentId === paymentId).reverse();
  return { status, amountStatus, moved: ours.map(({ account, asset, amount }) => `${account} ${amount} ${asset}`) };
}
