import type { Network } from "#lib/kernel/assets.ts";

/** An address as it is compared: case counts in none of its chain's case-insensitive forms (EIP-55, BIP 173, CashAddr). */
export function comparable(network: Network, address: string): string {
  if (network === "eth") return address.toLowerCase();
  if (network === "bitcoin") return /^bc1/i.test(address) ? address.toLowerCase() : address;
  if (network === "tron") return address;
  return /^(bitcoincash:)?[qp][0-9a-z]{41}$/i.test(address)
    ? address.toLowerCase().replace("bitcoincash:", "")
    : address;
}
