import { hexToBytes } from "@noble/hashes/utils.js";
import type { GasQuote } from "#lib/chains/chain.ts";
import type { EvmTransaction } from "#lib/chains/evm-raw.ts";
import { ethAddress } from "#lib/wallets/encodings.ts";

/** Fees are whole hundredths of a gwei, in wei. */
const STEP = 10_000_000n;

/** A fee rounded up, and not nothing. */
export const stepped = (wei: bigint): bigint => ((wei + STEP - 1n) / STEP || 1n) * STEP;

/** A block's fee may double before it is mined. */
const DOUBLED = 2n;

/** The most for each gas that is offered, where nobody says otherwise, in wei. */
export const feeOfQuote = ({ baseFee, priorityFee }: Pick<GasQuote, "baseFee" | "priorityFee">): bigint =>
  stepped(baseFee * DOUBLED + priorityFee);

type DisplayedTransaction = Omit<EvmTransaction, "accessList"> & {
  unsigned: string;
  from: string;
  path: string;
};

/** What the signer reads; `unsigned` is what it signs, the rest says the same in words. */
export function evmFile(of: DisplayedTransaction): string {
  const content = {
    type: "0x2",
    from: ethAddress(hexToBytes(of.from)),
    path: of.path,
    chainId: of.chainId.toString(),
    nonce: of.nonce.toString(),
    to: ethAddress(hexToBytes(of.to)),
    value: of.value.toString(),
    data: `0x${of.data}`,
    gas: of.gas.toString(),
    maxFeePerGas: of.maxFee.toString(),
    maxPriorityFeePerGas: of.priorityFee.toString(),
    accessList: [],
    unsigned: of.unsigned,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
