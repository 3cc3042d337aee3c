import { hexToBytes } from "@noble/hashes/utils.js";
import type { App } from "#lib/kernel/app.ts";
import { must } from "#lib/kernel/errors.ts";
import { ethAddress, tronAddress } from "#lib/wallets/encodings.ts";
import type { PreparedRecord } from "./contract.ts";
import { cryptoOf, isGas, networkTypeOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import { costShare } from "./cost-share.ts";
import type { FeeFacts } from "./fee-store.ts";
import type { SignedNetwork } from "./prepared-states.ts";
import type { PreparedRow } from "./store.ts";

/** Of a coin that pays for gas, in its smallest unit: wei of one ether, sun of one TRX. */
const GAS_DECIMALS = { eth: 18, tron: 6 } as const;

/** What a prepared transaction pays out and moves, without change and fee. */
export const paidBy = ({ outputs }: Pick<PreparedRow, "outputs">): bigint =>
  sumOf(outputs.filter(({ kind }) => kind !== "CHANGE").map(({ units }) => units));

const accountOf = ({ network, inputs }: PreparedRow): string => {
  const [input] = inputs;
  must(input, "a prepared transaction spends something");
  const account = hexToBytes(input.script);
  return network === "tron" ? tronAddress(account) : ethAddress(account);
};

/** Units of what pays the network: of the coin of the chain, where its transactions pay a token. */
const gasOf = ({ network, asset }: PreparedRow, units: bigint): Decimal =>
  network === "eth" || network === "tron" ? Decimal.of(units, GAS_DECIMALS[network]) : amountOf(asset, units);

/** What the owners of a Safe compare before they sign. */
function safeOf(row: PreparedRow): PreparedRecord["safe"] {
  const { safeTxHash, inputs } = row;
  if (safeTxHash === undefined) return undefined;
  return { address: accountOf(row), nonce: inputs[0]?.sourceIndex ?? 0, safeTxHash };
}

/** A prepared transaction as the API shows it. */
export function preparedRecord(
  app: Pick<App, "mode">,
  row: PreparedRow,
  fees: ReadonlyMap<SignedNetwork, FeeFacts>,
): PreparedRecord {
  const { asset } = row;
  return {
    preparedId: row.id,
    ...sandboxMark(app),
    network: row.network,
    asset: isGas(asset) ? asset : cryptoOf(asset),
    networkType: isGas(asset) ? undefined : networkTypeOf(asset),
    status: row.status,
    quantity: amountOf(asset, paidBy(row)),
    fee: gasOf(row, row.feeUnits),
    feeRate: row.feeRate,
    size: row.size,
    bandwidth: row.bandwidth,
    expiresAt: row.expiresAt?.getTime(),
    gasStep: row.gasMissing === 0n ? undefined : { address: accountOf(row), quantity: gasOf(row, row.gasMissing) },
    activation: row.activationUnits === 0n ? undefined : gasOf(row, row.activationUnits),
    share: row.safeTxHash === undefined ? costShare(row, fees.get(row.network)) : undefined,
    safe: safeOf(row),
    walletId: row.walletId,
    inputs: row.inputs.map((input) => ({
      txHash: input.sourceHash,
      outputIndex: input.sourceIndex,
      quantity: amountOf(asset, input.units),
      path: row.safeTxHash === undefined ? `${row.wallet.path}/${input.branch}/${input.keyIndex}` : row.wallet.path,
    })),
    outputs: row.outputs.map(({ kind, objectId, address, units }) => ({
      kind,
      payoutId: kind === "PAYOUT" ? objectId : undefined,
      moveId: kind === "MOVE" ? objectId : undefined,
      address,
      quantity: amountOf(asset, units),
    })),
    replacesId: row.replacesId,
    replacedById: row.replacedById,
    txHash: row.txHash,
    preparedBy: row.madeBy,
    preparedAt: row.madeAt.getTime(),
    signedBy: row.signedBy,
    signedAt: row.signedAt?.getTime(),
    sentBy: row.sentBy,
    sentAt: row.sentAt?.getTime(),
    fault: row.fault,
    faultAt: row.faultAt?.getTime(),
    reason: row.reason,
    endedAt: row.endedAt?.getTime(),
  };
}
