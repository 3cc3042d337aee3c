import {
  assetOf,
  CRYPTO_FACTS,
  CRYPTOS,
  type Crypto,
  type CryptoAsset,
  FIATS,
  type Fiat,
  isCrypto,
  isFiat,
  NETWORK_TYPES,
  type NetworkType,
  scaleOf,
} from "#lib/kernel/assets.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { type Decimal, floorDiv } from "#lib/kernel/decimal.ts";
import { type ErrorCode, invalid, Refusal } from "#lib/kernel/errors.ts";
import { amountOf, MAX_UNITS, maxOf } from "#lib/kernel/money.ts";
import { type FirmBid, firmBid } from "#lib/pricing/firm-bid.ts";
import { isPrice, leastFiat, quantityFor, sellPrice } from "#lib/pricing/price.ts";
import type { Reference } from "#lib/pricing/reference.ts";
import type { WholeName } from "#lib/settings/definitions.ts";
import { exactSetting, type Settings, settingFor, wholeSetting } from "#lib/settings/setting.ts";
import { type BillTerms, type FeeModel, fiatLimits, type Strategy } from "./bill.ts";
import { tiersFor } from "./confirmations-for.ts";
import type { PreviewPrice, RequestPaymentAddress } from "./contract.ts";

/** What a request asks for, its symbols known and its amount exact. */
export type BillRequest = {
  crypto: Crypto;
  asset: CryptoAsset;
  fiat: Fiat;
  fiatUnits: bigint;
  bech32: boolean;
  strategy: Strategy;
  feeModel: FeeModel;
  limitPrice: Decimal | undefined;
};

/** Whether the operator has prices of a pair. */
type IsPriced = (base: Crypto, fiat: Fiat) => boolean;

/** The checks that need no database, in the order of rulebook 4.2. */
export function readRequest(body: RequestPaymentAddress | PreviewPrice, isPriced: IsPriced): BillRequest {
  const strategy = body.strategy ?? "RFQ";
  if (body.limitPrice) checkLimitPrice(body.limitPrice, strategy);
  // A matter of form as far as the fiat is known, so it goes before what is not supported.
  if (isFiat(body.fiat)) unitsOf("fiatReceivable", body.fiatReceivable, scaleOf(body.fiat));
  const { crypto, fiat } = readPair(body, isPriced);
  const networkType = readNetworkType(body.networkType, crypto);
  if (strategy === "LMT" && crypto !== "USDT" && crypto !== "USDC") {
    throw refuseField("STRATEGY_NOT_ALLOWED", "strategy", "The strategy LMT is only allowed with USDT and USDC.");
  }
  return {
    crypto,
    asset: assetOf(crypto, networkType),
    fiat,
    fiatUnits: unitsOf("fiatReceivable", body.fiatReceivable, scaleOf(fiat)),
    bech32: "bech32" in body && body.bech32 === true,
    strategy,
    feeModel: body.feeModel ?? "SPREAD",
    limitPrice: body.limitPrice,
  };
}

function checkLimitPrice(limitPrice: Decimal, strategy: Strategy): void {
  if (strategy !== "LMT") throw invalid("limitPrice", "limitPrice is only allowed with strategy LMT.");
  if (!isPrice(limitPrice)) {
    throw invalid("limitPrice", "limitPrice takes at most 8 decimals and 15 significant digits.");
  }
}

function readPair(
  { cryptoType, fiat }: { cryptoType: string; fiat: string },
  isPriced: IsPriced,
): { crypto: Crypto; fiat: Fiat } {
  if (!isCrypto(cryptoType)) {
    throw refuseField("UNSUPPORTED_CRYPTO", "cryptoType", `This crypto is not supported; use ${CRYPTOS.join(", ")}.`);
  }
  if (!isFiat(fiat))
    throw refuseField("UNSUPPORTED_FIAT", "fiat", `This fiat is not supported; use ${FIATS.join(", ")}.`);
  if (!isPriced(cryptoType, fiat))
    throw refuseField("UNSUPPORTED_PAIR", "fiat", `There are no prices of ${cryptoType} in ${fiat}; use another fiat.`);
  return { crypto: cryptoType, fiat };
}

function readNetworkType(networkType: string | undefined, crypto: Crypto): NetworkType | undefined {
  if (networkType === undefined) return undefined;
  if (!isNetworkType(networkType)) {
    throw refuseField("NETWORK_TYPE_NOT_FOUND", "networkType", "The provided network type does not exist.");
  }
  if (crypto !== "USDT") {
    throw refuseField("NETWORK_TYPE_NOT_ALLOWED", "networkType", "networkType is only allowed with cryptoType USDT.");
  }
  return networkType;
}

const isNetworkType = (text: string): text is NetworkType => (NETWORK_TYPES as readonly string[]).includes(text);

function refuseField(code: ErrorCode, field: string, message: string): Refusal {
  return new Refusal(code, message, { errors: [{ field, message }] });
}

/** The limit price that will rule: the request's, else the account's; LMT has to have one. */
export function limitPriceFor(input: BillRequest, settings: Settings): Decimal | undefined {
  if (input.strategy !== "LMT") return undefined;
  const limitPrice = input.limitPrice ?? exactSetting(settings, "limitPrice", input.crypto, input.fiat);
  if (!limitPrice) {
    throw refuseField(
      "LIMIT_PRICE_NOT_CONFIGURED",
      "limitPrice",
      `Give a limitPrice, or set one for ${input.crypto}/${input.fiat} in the account's settings.`,
    );
  }
  return limitPrice;
}

/** Refuses an amount outside the pair's limits with AMOUNT_OUT_OF_RANGE. */
export function checkRange({ fiat, fiatUnits }: BillRequest): void {
  const { minimumUnits, maximumUnits } = fiatLimits(fiat);
  if (fiatUnits < minimumUnits || fiatUnits > maximumUnits) throw outOfRange(fiat, minimumUnits, maximumUnits);
}

function outOfRange(fiat: Fiat, minimumUnits: bigint, maximumUnits: bigint): Refusal {
  const minimum = amountOf(fiat, minimumUnits);
  const maximum = amountOf(fiat, maximumUnits);
  const message = `fiatReceivable must be from ${minimum} to ${maximum} ${fiat}.`;
  return new Refusal("AMOUNT_OUT_OF_RANGE", message, {
    errors: [{ field: "fiatReceivable", message }],
    body: { minimum, maximum },
  });
}

/** Q, refused with AMOUNT_OUT_OF_RANGE when the price is so low that it would reach 2^53 units (rulebook 1.5). */
function boundedQuantity(input: BillRequest, price: Decimal, explicitFeeBps: number): bigint {
  const units = quantityFor({ ...input, price, explicitFeeBps });
  if (units < MAX_UNITS) return units;
  const { minimumUnits } = fiatLimits(input.fiat);
  throw outOfRange(input.fiat, minimumUnits, floorDiv(input.fiatUnits * (MAX_UNITS - 1n), units));
}

/** P, refused with PRICE_UNAVAILABLE when the spread leaves nothing of so low a bid. */
function priceFor({ crypto, fiat, feeModel }: BillRequest, bid: Decimal, spreadBps: number): Decimal {
  const price = sellPrice({ bid, feeModel, spreadBps });
  if (!price.isZero()) return price;
  throw new Refusal("PRICE_UNAVAILABLE", `${crypto}/${fiat} is worth too little to be priced; try again later.`, {
    retryAfterSeconds: 5,
  });
}

/**
 * Refuses what would ask for less crypto than the chain lets anybody send: nobody could pay it (rulebook 4.6). The
 * `minimum` it names is the least this very request is accepted for at the best bid.
 */
function checkPayable(input: BillRequest, price: Decimal, rates: Rates): void {
  if (boundedQuantity(input, price, rates.explicitFeeBps) >= CRYPTO_FACTS[input.asset].dustUnits) return;
  const { minimumUnits, maximumUnits } = fiatLimits(input.fiat);
  throw outOfRange(input.fiat, maxOf(minimumUnits, leastFiat({ ...input, price, ...rates })), maximumUnits);
}

type Rates = { spreadBps: number; explicitFeeBps: number };

/** The bid for a bill of this size; RAI promises nothing and takes the best (rulebook 4.14). */
function bidBySize(input: BillRequest, reference: Reference, rates: Rates, maxDepthBps: number): FirmBid | undefined {
  if (input.strategy === "RAI") return undefined;
  const fiat = amountOf(input.fiat, input.fiatUnits);
  const lessBps = input.feeModel === "EXPLICIT" ? rates.explicitFeeBps : rates.spreadBps;
  const firm = firmBid(reference, { fiat, lessBps }, maxDepthBps);
  if (firm) return firm;
  const message = `The market does not take ${input.crypto} for ${fiat} ${input.fiat} near its best price now; ask for less, or try again later.`;
  throw new Refusal("INSUFFICIENT_LIQUIDITY", message, { errors: [{ field: "fiatReceivable", message }] });
}

/**
 * A bill's terms at a reference price and the account's rates of this moment, and the bid by size they were made of.
 * Refuses with AMOUNT_OUT_OF_RANGE, PRICE_UNAVAILABLE and INSUFFICIENT_LIQUIDITY, in the order of rulebook 4.2.
 */
export function termsFor(
  input: BillRequest,
  settings: Settings,
  reference: Reference,
  now: Date,
  limitPrice: Decimal | undefined,
): { terms: BillTerms & { confirmationTiers: string }; firm: FirmBid | undefined } {
  const whole = (name: WholeName) => wholeSetting(settings, name, input.crypto, input.fiat);
  const rates = {
    spreadBps: whole("spreadBps"),
    explicitFeeBps: whole("explicitFeeBps"),
    transactionFeeBps: whole("transactionFeeBps"),
    toleranceBps: whole("toleranceBps"),
  };
  const maxDepthBps = whole("maxDepthBps");
  const best = priceFor(input, reference.bid, rates.spreadBps);
  checkPayable(input, best, rates);
  const firm = bidBySize(input, reference, rates, maxDepthBps);
  const price = firm ? priceFor(input, firm.bid, rates.spreadBps) : best;
  const depositLimit = exactSetting(settings, "depositLimit", input.crypto, input.fiat);
  const terms = {
    asset: input.asset,
    fiat: input.fiat,
    fiatUnits: input.fiatUnits,
    price,
    quantityUnits: boundedQuantity(input, price, rates.explicitFeeBps),
    strategy: input.strategy,
    feeModel: input.feeModel,
    ...(limitPrice ? { limitPrice } : {}),
    ...rates,
    overpayment: settingFor(settings, "overpayment", input.crypto, input.fiat) === "KEEP" ? "KEEP" : "CONVERT",
    guaranteeMs: whole("guaranteeMs"),
    maxDepthBps,
    holdGraceMs: whole("holdGraceMs"),
    confirmationTiers: tiersFor(settings, input.asset, input.fiat),
    ...(depositLimit ? { depositLimit } : {}),
    expiresAt: new Date(now.getTime() + whole("lifetimeMs")),
  } satisfies BillTerms;
  return { terms, firm };
}
