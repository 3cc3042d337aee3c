import type { TronAccount } from "#lib/chains/chain.ts";
import { transferCall } from "#lib/chains/evm-raw.ts";
import type { TronTransaction } from "#lib/chains/tron-raw.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { maxOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import { feeLimits } from "./fee-limits.ts";
import { keepTron, needTron, writtenTron } from "./keep-tron.ts";
import { lockNetwork } from "./store.ts";
import { type AccountRequest, readPayee, sourceOf, takePayee } from "./token-source.ts";
import { PLAIN, timesOf } from "./tron-plan.ts";

/** A fifth more energy than estimated, since what is not used is not paid. */
const MARGIN = { times: 6n, of: 5n };

/**
 * Prepares one token transfer on tron, from one account of ours that has enough. Where the account lacks TRX for energy
 * and bandwidth, the answer says how much has to come there first.
 */
export async function prepareTron(ctx: Ctx, request: AccountRequest): Promise<PreparedRecord> {
  const { chain, calls } = needTron(ctx, request);
  const payee = await readPayee(ctx, request);
  const contract = calls.contractOf(payee.asset);
  must(contract, "a token of tron has a contract");
  const source = await sourceOf(ctx, chain, request, payee, { factsOf: calls.account, hasGas: ({ sun }) => sun > 0n });
  const data = transferCall(payee.script, payee.units);
  const quoted = await calls.quote({ from: source.script, to: contract, data });
  const energy = (quoted.energy * MARGIN.times) / MARGIN.of;
  const feeLimit = energy * quoted.energyPrice;
  const times = await timesOf(chain);
  const call = { ...PLAIN, ...times.fields, kind: "TriggerSmartContract", value: 0n, data, feeLimit } as const;
  const transaction: TronTransaction = { ...call, owner: source.script, to: contract };
  const written = writtenTron(transaction);
  const { bandwidth } = written;
  const cost = { energy, energyPrice: quoted.energyPrice, bandwidth, bytePrice: quoted.bytePrice };
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "tron");
    const id = tx.id();
    await takePayee(tx, request, payee, id);
    const { asset, ...output } = payee;
    const { energyPrice } = await feeLimits(tx, asset);
    const feeRate = Decimal.of(quoted.energyPrice, 0);
    if (feeRate.compare(energyPrice) > 0)
      throw new Refusal(
        "INVALID_STATE",
        `${feeRate} sun for energy is above the operator's energyPrice of ${energyPrice}.`,
      );
    return keepTron(tx, {
      id,
      asset,
      source,
      units: payee.units,
      transaction,
      written,
      expiresAt: times.expiresAt,
      feeUnits: feeLimit + BigInt(bandwidth) * quoted.bytePrice,
      feeRate,
      gasMissing: missingOf(source, cost),
      size: Number(energy),
      outputs: [output],
      payouts: request.payoutIds,
      moves: request.moveIds,
    });
  });
}

type Cost = { energy: bigint; energyPrice: bigint; bandwidth: number; bytePrice: bigint };

/** The TRX that an account lacks: it pays for what it has no energy of its own for, and for bandwidth all or nothing. */
function missingOf({ sun, energy, bandwidth }: TronAccount, cost: Cost): bigint {
  const paid = maxOf(cost.energy - energy, 0n) * cost.energyPrice;
  const bytes = BigInt(cost.bandwidth);
  return maxOf(paid + (bandwidth >= bytes ? 0n : bytes * cost.bytePrice) - sun, 0n);
}
