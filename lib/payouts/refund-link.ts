import { comparable } from "#lib/screening/sender-form.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { type CryptoAsset, networkOf } from "#lib/kernel/assets.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { RefundPlace } from "./refund-store.ts";

/** The page that a refund link opens. The token stands behind #, which no browser sends, so that no server or proxy logs it. */
export const refundUrl = (publicUrl: string, token: string): string => `${publicUrl}/pay/refund#${token}`;

/** Reads where a payer wants an asset back. Refuses with VALIDATION_FAILED what is no address of its network. */
export function refundPlace(asset: CryptoAsset, text: string): RefundPlace {
  const network = networkOf(asset);
  const read = readAddress(network, text.trim());
  if (!read) throw invalid("address", `address must be an address of ${network}.`);
  return { network, ...read, compared: comparable(network, read.address) };
}
