import type { InputOf } from "#lib/contract/endpoint.ts";
import { type Asset, isFiat, type Network, networkOf } from "#lib/kernel/assets.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { comparable } from "#lib/screening/sender-form.ts";
import { readAddress } from "./address.ts";
import type { makeBeneficiaryEndpoint } from "./contract.ts";
import { readBic, readIban } from "./iban.ts";

type Wanted = InputOf<typeof makeBeneficiaryEndpoint>;

/** Where money of one asset goes: an address of a chain, or a bank account. */
export type Place = { asset: Asset } & (
  | { kind: "address"; network: Network; address: string; compared: string; script: string }
  | { kind: "bank"; iban: string | undefined; accountNumber: string | undefined; bic: string | undefined }
);

/** Reads where a beneficiary wants its money. Refuses with VALIDATION_FAILED, naming the field, what is no such place. */
export function placeFrom(wanted: Wanted): Place {
  const { asset: symbol, networkType, address, iban, accountNumber, bic } = wanted;
  if (isFiat(symbol)) {
    if (address !== undefined || networkType !== undefined)
      throw invalid("address", "A bank account has no address and no networkType.");
    return { asset: symbol, ...bankFrom(wanted) };
  }
  if (iban !== undefined || accountNumber !== undefined || bic !== undefined)
    throw invalid("iban", "An address has no iban, accountNumber or bic.");
  if (symbol === "USDT" && networkType === undefined) throw invalid("networkType", "networkType is required for USDT.");
  const asset = requestedAsset({ asset: symbol, networkType });
  const network = networkOf(asset);
  const read = readAddress(network, address ?? "");
  if (!read) throw invalid("address", `address must be an address of ${network}.`);
  return { asset, kind: "address", network, ...read, compared: comparable(network, read.address) };
}

/** Euro goes by IBAN alone; elsewhere an account number with its bank's BIC serves as well. */
function bankFrom({ asset, iban, accountNumber, bic }: Wanted) {
  const bank = bic === undefined ? undefined : readBic(bic);
  if (bic !== undefined && bank === undefined) throw invalid("bic", "bic must be a BIC of 8 or 11 characters.");
  if (iban !== undefined) {
    if (accountNumber !== undefined) throw invalid("accountNumber", "Give iban or accountNumber, not both.");
    const read = readIban(iban);
    if (read === undefined) throw invalid("iban", "iban must be an IBAN whose check digits hold.");
    return { kind: "bank" as const, iban: read, accountNumber: undefined, bic: bank };
  }
  if (asset === "EUR" || accountNumber === undefined)
    throw invalid(
      "iban",
      asset === "EUR" ? "iban is required for EUR." : "iban, or accountNumber with bic, is required.",
    );
  if (bank === undefined) throw invalid("bic", "bic is required with accountNumber.");
  const number = accountNumber.replaceAll(/[ -]/g, "").toUpperCase();
  if (!/^[A-Z0-9]{1,34}$/.test(number)) throw invalid("accountNumber", "accountNumber must be letters and digits.");
  return { kind: "bank" as const, iban: undefined, accountNumber: number, bic: bank };
}
