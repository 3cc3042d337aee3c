import { must } from "#lib/kernel/errors.ts";
import { type DerivedAddress, deriveAddresses } from "./derive.ts";
import type { WalletKind } from "./kinds.ts";

/** The address at `account/0/index` of an account's extended public key. Refuses keys as readExtendedKey does. */
export function deriveAddress(kind: WalletKind, extendedKey: string, index: number): DerivedAddress {
  const [derived] = deriveAddresses(kind, extendedKey, index, 1);
  must(derived, "one index gives one address");
  return derived;
}
