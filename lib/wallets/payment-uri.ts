import { type CryptoAsset, networkOf } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { toCashAddr } from "./cashaddr.ts";
import { addressKey } from "./encodings.ts";

/** The ERC-20 contract of an asset and the number of the chain it lives on (1: the main net). */
export type TokenContract = { contract: string; chainId: number };

/**
 * What a payer's wallet opens or scans, safe in the browser; `units` are the asset's smallest and above zero.
 * bitcoin: BIP21. bitcoincash: the same with the cash address, never a second prefix (CashAddr, "Double prefix").
 * eth: an ERC-20 transfer (EIP-681) whose amount is the integer of smallest units. On tron, and on eth without the
 * contract, no scheme is common: the plain address, which every wallet takes.
 */
export function paymentUri(asset: CryptoAsset, address: string, units: bigint, token?: TokenContract): string {
  must(units > 0n, "a payment is above zero");
  switch (networkOf(asset)) {
    case "bitcoin":
      return `bitcoin:${address}?amount=${amountOf(asset, units)}`;
    case "bitcoincash":
      return `${toCashAddr(addressKey(address))}?amount=${amountOf(asset, units)}`;
    case "eth":
      return token
        ? `ethereum:${token.contract}@${token.chainId}/transfer?address=${address}&uint256=${units}`
        : address;
    case "tron":
      return address;
  }
}
