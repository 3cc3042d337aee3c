import { CRYPTOS, type Crypto, FIATS, type Fiat, NETWORK_TYPES, type NetworkType } from "#lib/kernel/assets.ts";
import { FEE_MODELS, type FeeModel, STRATEGIES, type Strategy } from "#lib/pricing/price.ts";
import type { UrlPatch } from "#components/url.ts";

/** The form as it stands: amounts are the texts that were typed. */
export type BillDraft = {
  subaccount: string;
  reference: string;
  fiatReceivable: string;
  fiat: Fiat;
  cryptoType: Crypto;
  networkType: NetworkType;
  bech32: boolean;
  strategy: Strategy;
  limitPrice: string;
  feeModel: FeeModel;
};

export const EMPTY_DRAFT: BillDraft = {
  subaccount: "",
  reference: "",
  fiatReceivable: "",
  fiat: "EUR",
  cryptoType: "BTC",
  networkType: "eth",
  bech32: false,
  strategy: "RFQ",
  limitPrice: "",
  feeModel: "SPREAD",
};

/** LMT is for stablecoins only (specification, Limits 2). */
export const mayLimit = (crypto: Crypto): boolean => crypto === "USDT" || crypto === "USDC";
/** Only these have a second form of address (specification, `bech32`). */
export const hasTwoForms = (crypto: Crypto): crypto is "BTC" | "BCH" => crypto === "BTC" || crypto === "BCH";

/** Reads a draft out of the URL; what is unknown or cannot be takes its default. */
export function readDraft(params: URLSearchParams): BillDraft {
  const listed = <V extends string>(name: keyof BillDraft, values: readonly V[], fallback: V): V =>
    values.find((value) => value === params.get(name)) ?? fallback;
  const draft: BillDraft = {
    subaccount: params.get("subaccount") ?? "",
    reference: params.get("reference") ?? "",
    fiatReceivable: params.get("fiatReceivable") ?? "",
    fiat: listed("fiat", FIATS, EMPTY_DRAFT.fiat),
    cryptoType: listed("cryptoType", CRYPTOS, EMPTY_DRAFT.cryptoType),
    networkType: listed("networkType", NETWORK_TYPES, EMPTY_DRAFT.networkType),
    bech32: params.get("bech32") === "true",
    strategy: listed("strategy", STRATEGIES, EMPTY_DRAFT.strategy),
    limitPrice: params.get("limitPrice") ?? "",
    feeModel: listed("feeModel", FEE_MODELS, EMPTY_DRAFT.feeModel),
  };
  return draft.strategy === "LMT" && !mayLimit(draft.cryptoType) ? { ...draft, strategy: "RFQ" } : draft;
}

/** The draft as URL parameters; what is at its default stays out. */
export function draftPatch(draft: BillDraft): UrlPatch {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [
      name,
      value === EMPTY_DRAFT[name as keyof BillDraft] ? undefined : String(value),
    ]),
  );
}
