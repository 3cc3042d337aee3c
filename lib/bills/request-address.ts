import { type Network, networkOf } from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { checkHouseExposure } from "#lib/liquidity/check-exposure.ts";
import { needReference, priceInputs } from "#lib/pricing/reference.ts";
import { exactSetting } from "#lib/settings/setting.ts";
import { walletKindFor } from "#lib/wallets/derive.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { confirmationsBy } from "./confirmations-for.ts";
import type { MadeBill, RequestPaymentAddress } from "./contract.ts";
import { insertBill, lockAccount, type NewBill, openPromises, readMoment } from "./store.ts";
import { checkRange, limitPriceFor, readAsked, termsFor } from "./terms.ts";

/** Refills when the pool ran dry under load; more misses than this in a row mean something else is wrong. */
const MAX_REFILLS = 3;

/**
 * Create Payment Bill (rulebook 4.2): checks in its order, then price, fresh address, bill,
 * event and audit in one statement. Refuses with the codes of §4; then nothing is written and no address is used up.
 */
export async function requestAddress(ctx: Ctx, body: RequestPaymentAddress): Promise<MadeBill> {
  const asked = readAsked(body);
  const account = accountOf(ctx);
  const { now, settings, paused, heights, wallets } = await readMoment(ctx, account.id);
  const limitPrice = limitPriceFor(asked, settings);
  checkRange(asked);
  checkPaused(networkOf(asked.asset), paused);
  const reference = await needReference(ctx.app, asked.crypto, asked.fiat, now);
  const { terms, firm } = termsFor(asked, settings, reference, now, limitPrice);
  const walletKind = walletKindFor(asked.asset, asked.bech32);
  const knownHeight = heights[networkOf(asked.asset)];
  const bill: NewBill = {
    ...terms,
    ...(knownHeight === undefined ? {} : { knownHeight }),
    id: ctx.id(),
    eventId: ctx.id(),
    accountId: account.id,
    subaccount: body.subaccount,
    reference: body.reference,
    walletKind,
    walletId: wallets[walletKind],
    cashAddress: asked.crypto === "BCH" && asked.bech32,
    confirmationsRequired: confirmationsBy(terms.confirmationTiers, body.fiatReceivable),
    priceInputs: priceInputs(reference, { spreadBps: terms.spreadBps, explicitFeeBps: terms.explicitFeeBps }, firm),
    createdBy: actorName(ctx.actor),
    requestId: ctx.requestId,
    clientAddress: ctx.clientAddress,
    createdAt: now,
  };
  const exposureLimit = exactSetting(settings, "openExposureLimit", asked.crypto, asked.fiat);
  const houseLimit =
    asked.strategy === "RAI" ? undefined : exactSetting(settings, "houseExposureLimit", asked.crypto, asked.fiat);
  if (exposureLimit === undefined && houseLimit === undefined && !ctx.claim)
    return answerFor(bill, await placeBill(ctx, bill));
  return ctx.transaction(async (tx) => {
    if (exposureLimit) await checkExposure(tx, bill, exposureLimit);
    if (houseLimit)
      await checkHouseExposure(tx, { crypto: asked.crypto, addedUnits: bill.quantityUnits, limit: houseLimit });
    return answerWith(tx, answerFor(bill, await placeBill(tx, bill)));
  });
}

/** No promise is made on a chain that waits for a person: nothing that comes on it would be treated. */
function checkPaused(network: Network, paused: readonly string[]): void {
  if (!paused.includes(network)) return;
  const sentence = `Payments on ${network} are paused after a deep reorganisation; try again later.`;
  throw new Refusal("SERVICE_UNAVAILABLE", sentence, { retryAfterSeconds: 60 });
}

async function placeBill(ctx: Ctx, bill: NewBill): Promise<string> {
  for (let refills = 0; refills <= MAX_REFILLS; refills += 1) {
    const address = await insertBill(ctx, bill);
    if (address !== undefined) return address;
    await refillPool(ctx, bill.walletKind, bill.accountId);
  }
  throw new Refusal("SERVICE_UNAVAILABLE", "No deposit address could be derived in time; try again.", {
    retryAfterSeconds: 1,
  });
}

function answerFor(bill: NewBill, address: string): MadeBill {
  return {
    deposit_address: address,
    price: bill.price,
    quantity: amountOf(bill.asset, bill.quantityUnits),
    expiryTime: bill.expiresAt.getTime(),
    paymentId: bill.id,
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
