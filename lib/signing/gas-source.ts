import { readAddress } from "#lib/beneficiaries/address.ts";
import { networkOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { needUnprepared, type SendableGas, sendableGas } from "#lib/moves/request-move.ts";
import { chainUnits, gasHeld } from "#lib/outgoing/gas.ts";
import { gasAccounts, type TokenAccount } from "./account-store.ts";
import type { PreparedOutputRow } from "./store.ts";
import type { AccountNetwork, AccountRequest } from "./token-source.ts";

/** So many accounts are asked for what they have. */
const MOST_ACCOUNTS = 20;

/** A move of ether or TRX, whom it pays, and how much in the chain's own unit. */
export type GasPayee = SendableGas & { script: string; value: bigint };

/** The one move of gas on this network that is asked for; undefined where another is. */
export async function gasIn(
  ctx: Ctx,
  network: AccountNetwork,
  moveIds: readonly string[],
): Promise<GasPayee | undefined> {
  const [moveId] = moveIds;
  if (moveId === undefined || moveIds.length > 1 || !isId(moveId)) return undefined;
  const gas = await ctx.transaction((tx) => freeGas(tx, moveId));
  if (!gas || networkOf(gas.asset) !== network) return undefined;
  const script = readAddress(network, gas.address)?.script;
  must(script, "an address was read when it was asked for");
  return { ...gas, script, value: gas.units * chainUnits(gas.asset) };
}

/** One that no transaction is prepared for yet. */
async function freeGas(tx: Ctx, moveId: string): Promise<SendableGas | undefined> {
  const gas = await sendableGas(tx, moveId);
  if (gas) await needUnprepared(tx, moveId);
  return gas;
}

/** Refuses a request that pays payouts beside the move of gas. */
export function refuseOthers({ network, payoutIds = [] }: AccountRequest): void {
  if (payoutIds.length > 0)
    throw invalid("payoutIds", `On ${network} a transaction carries out one payout or one move.`);
}

type SourceChoice<Facts> = {
  factsOf(script: string): Promise<Facts>;
  /** What the node says it has, in the chain's own unit. */
  hasOf(facts: Facts): bigint;
  /** The one account that may pay, where one has to. */
  only?: string | undefined;
};

/** The account of ours that has most by the books, and by the node enough. Refuses with INSUFFICIENT_FUNDS where none has. */
export async function fundingOf<Facts>(
  ctx: Ctx,
  { network, walletId }: AccountRequest,
  gas: GasPayee,
  { factsOf, hasOf, only }: SourceChoice<Facts>,
): Promise<TokenAccount & Facts> {
  const held = [...(await gasHeld(ctx, network))]
    .filter(([from, has]) => from !== gas.script && has > gas.value && (only === undefined || from === only))
    .sort(([, a], [, b]) => (a < b ? 1 : -1));
  const known = await gasAccounts(ctx.db, { network, scripts: held.map(([from]) => from), walletId });
  const byScript = new Map(known.map((account) => [account.script, account]));
  // Those that may not pay, as customers' own, stand before none that may.
  const rich = held.flatMap(([from]) => byScript.get(from) ?? []).slice(0, MOST_ACCOUNTS);
  for (const account of rich) {
    const facts = await factsOf(account.script);
    if (hasOf(facts) > gas.value) return { ...account, ...facts };
  }
  throw lacking(gas);
}

export const lacking = ({ asset, units }: GasPayee): Refusal =>
  new Refusal(
    "INSUFFICIENT_FUNDS",
    `No account of ours on ${networkOf(asset)} has ${amountOf(asset, units)} ${asset} free, and what its own gas costs.`,
  );

/** What the transaction pays; the move must still be one that is to be sent. */
export async function gasOutput(tx: Ctx, gas: GasPayee): Promise<Omit<PreparedOutputRow, "n">> {
  const { moveId, units, script, address } = gas;
  must(await freeGas(tx, moveId), "a move of gas stays one");
  return { kind: "MOVE", objectId: moveId, units, script, address, keyIndex: undefined };
}
