import {
  assetOf,
  CRYPTOS,
  type Crypto,
  type CryptoAsset,
  FIATS,
  type Fiat,
  isCrypto,
  isFiat,
  NETWORK_TYPES,
  type NetworkType,
  networkOf,
  scaleOf,
} from "#lib/kernel/assets.ts";
import { type Answer, accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { unitsOf } from "#lib/api/fields.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { quantityFor, roundPrice, sellPrice } from "#lib/pricing/price.ts";
import { needReference, priceInputs, type Reference } from "#lib/pricing/reference.ts";
import { exactSetting, type Settings, settingFor, wholeSetting } from "#lib/settings/setting.ts";
import { walletKindFor } from "#lib/wallets/derive.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { type BillTerms, type FeeModel, fiatLimits, type Strategy } from "./bill.ts";
import { CONFIRMATIONS } from "./confirmations.ts";
import type { RequestPaymentAddress } from "./contract.ts";
import { insertBill, lockAccount, type NewBill, openPromises, readMoment } from "./store.ts";

/** Refills when the pool ran dry under load; more misses than this in a row mean something else is wrong. */
const MAX_REFILLS = 3;

/**
 * Create Payment Bill (specification, contract §4): checks in the contract's order, then price, fresh address, bill,
 * event and audit in one statement. Refuses with the codes of §4; then nothing is written and no address is used up.
 */
export async function requestAddress(ctx: Ctx, body: RequestPaymentAddress): Promise<Answer> {
  const asked = readAsked(body);
  const account = accountOf(ctx);
  const { now, settings } = await readMoment(ctx.db, account.id);
  const limitPrice = limitPriceFor(asked, settings);
  checkRange(asked);
  const reference = await needReference(ctx.house, asked.crypto, asked.fiat, now);
  const terms = termsFor(asked, settings, reference, now, limitPrice);
  const bill: NewBill = {
    ...terms,
    id: ctx.id(),
    eventId: ctx.id(),
    accountId: account.id,
    subaccount: body.subaccount,
    reference: body.reference,
    walletKind: walletKindFor(asked.asset, asked.bech32),
    cashAddress: asked.crypto === "BCH" && asked.bech32,
    confirmationsRequired: CONFIRMATIONS[networkOf(asked.asset)],
    priceInputs: priceInputs(reference, { spreadBps: terms.spreadBps, explicitFeeBps: terms.explicitFeeBps }),
    createdBy: actorName(ctx.actor),
    requestId: ctx.requestId,
    clientAddress: ctx.clientAddress,
    createdAt: now,
  };
  const exposureLimit = exactSetting(settings, "openExposureLimit", asked.crypto, asked.fiat);
  if (exposureLimit === undefined && !ctx.claim) return answerFor(bill, await placeBill(ctx, bill));
  return ctx.transaction(async (tx) => {
    if (exposureLimit) await checkExposure(tx, bill, exposureLimit);
    return answerWith(tx, answerFor(bill, await placeBill(tx, bill)));
  });
}

async function placeBill(ctx: Ctx, bill: NewBill): Promise<string> {
  for (let refills = 0; refills <= MAX_REFILLS; refills += 1) {
    const address = await insertBill(ctx.db, bill);
    if (address !== undefined) return address;
    await refillPool(ctx, bill.walletKind);
  }
  throw new Refusal("SERVICE_UNAVAILABLE", "No deposit address could be derived in time; try again.", {
    headers: { "retry-after": "1" },
  });
}

function answerFor(bill: NewBill, address: string): Answer {
  return {
    body: {
      deposit_address: address,
      price: bill.price,
      quantity: amountOf(bill.asset, bill.quantityUnits),
      expiryTime: bill.expiresAt.getTime(),
      paymentId: bill.id,
    },
    headers: { location: `/payment/v1/payment?paymentId=${bill.id}` },
  };
}

type Asked = {
  crypto: Crypto;
  asset: CryptoAsset;
  fiat: Fiat;
  fiatUnits: bigint;
  bech32: boolean;
  strategy: Strategy;
  feeModel: FeeModel;
  limitPrice: Decimal | undefined;
};

/** The checks that need no database, in the contract's order. */
function readAsked(body: RequestPaymentAddress): Asked {
  const strategy = body.strategy ?? "RFQ";
  if (body.limitPrice) checkLimitPrice(body.limitPrice, strategy);
  const { crypto, fiat } = readPair(body);
  const networkType = readNetworkType(body.networkType, crypto);
  if (strategy === "LMT" && crypto !== "USDT" && crypto !== "USDC") {
    throw refuseField("STRATEGY_NOT_ALLOWED", "strategy", "The strategy LMT is only allowed with USDT and USDC.");
  }
  return {
    crypto,
    asset: assetOf(crypto, networkType),
    fiat,
    fiatUnits: unitsOf("fiatReceivable", body.fiatReceivable, scaleOf(fiat)),
    bech32: body.bech32 ?? false,
    strategy,
    feeModel: body.feeModel ?? "SPREAD",
    limitPrice: body.limitPrice,
  };
}

function checkLimitPrice(limitPrice: Decimal, strategy: Strategy): void {
  if (strategy !== "LMT") throw invalid("limitPrice", "limitPrice is only allowed with strategy LMT.");
  if (roundPrice(limitPrice).compare(limitPrice) !== 0) {
    throw invalid("limitPrice", "limitPrice takes at most 8 decimals and 15 significant digits.");
  }
}

function readPair({ cryptoType, fiat }: RequestPaymentAddress): { crypto: Crypto; fiat: Fiat } {
  if (!isCrypto(cryptoType)) {
    throw refuseField(
      "UNSUPPORTED_CRYPTO",
      "cryptoType",
      `The crypto ${cryptoType} is not supported; use ${CRYPTOS.join(", ")}.`,
    );
  }
  if (!isFiat(fiat))
    throw refuseField("UNSUPPORTED_FIAT", "fiat", `The fiat ${fiat} is not supported; use ${FIATS.join(", ")}.`);
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

function refuseField(code: ConstructorParameters<typeof Refusal>[0], field: string, message: string): Refusal {
  return new Refusal(code, message, { errors: [{ field, message }] });
}

function limitPriceFor(asked: Asked, settings: Settings): Decimal | undefined {
  if (asked.strategy !== "LMT") return undefined;
  const limitPrice = asked.limitPrice ?? exactSetting(settings, "limitPrice", asked.crypto, asked.fiat);
  if (!limitPrice) {
    throw refuseField(
      "LIMIT_PRICE_NOT_CONFIGURED",
      "limitPrice",
      `Give a limitPrice, or set one for ${asked.crypto}/${asked.fiat} in the account's settings.`,
    );
  }
  return limitPrice;
}

function checkRange({ fiat, fiatUnits }: Asked): void {
  const { minimumUnits, maximumUnits } = fiatLimits(fiat);
  if (fiatUnits >= minimumUnits && fiatUnits <= maximumUnits) return;
  const minimum = amountOf(fiat, minimumUnits);
  const maximum = amountOf(fiat, maximumUnits);
  const message = `fiatReceivable must be from ${minimum} to ${maximum} ${fiat}.`;
  throw new Refusal("AMOUNT_OUT_OF_RANGE", message, {
    errors: [{ field: "fiatReceivable", message }],
    body: { minimum, maximum },
  });
}

function termsFor(
  asked: Asked,
  settings: Settings,
  reference: Reference,
  now: Date,
  limitPrice: Decimal | undefined,
): BillTerms {
  const whole = (name: string) => wholeSetting(settings, name, asked.crypto, asked.fiat);
  const rates = {
    spreadBps: whole("spreadBps"),
    explicitFeeBps: whole("explicitFeeBps"),
    transactionFeeBps: whole("transactionFeeBps"),
    toleranceBps: whole("toleranceBps"),
  };
  const price = sellPrice({ bid: reference.bid, feeModel: asked.feeModel, spreadBps: rates.spreadBps });
  return {
    asset: asked.asset,
    fiat: asked.fiat,
    fiatUnits: asked.fiatUnits,
    price,
    quantityUnits: quantityFor({ ...asked, price, explicitFeeBps: rates.explicitFeeBps }),
    strategy: asked.strategy,
    feeModel: asked.feeModel,
    ...(limitPrice ? { limitPrice } : {}),
    ...rates,
    overpayment: settingFor(settings, "overpayment", asked.crypto, asked.fiat) === "KEEP" ? "KEEP" : "CONVERT",
    guaranteeMs: whole("guaranteeMs"),
    expiresAt: new Date(now.getTime() + whole("lifetimeMs")),
  };
}

async function checkExposure(ctx: Ctx, bill: NewBill, limit: Decimal): Promise<void> {
  await lockAccount(ctx.db, bill.accountId);
  const open = await openPromises(ctx.db, bill.accountId, bill.fiat, bill.createdAt);
  const after = amountOf(bill.fiat, open + bill.fiatUnits);
  if (after.compare(limit) <= 0) return;
  throw new Refusal(
    "EXPOSURE_LIMIT",
    `Open bills would reach ${after} ${bill.fiat}, beyond the account's limit of ${limit} ${bill.fiat}.`,
  );
}
