import { cryptoOf, type Network, networkOf } from "#lib/kernel/assets.ts";
import { accountOf, actorName, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { isPriced } from "#lib/pricing/priced-pairs.ts";
import { needReference, priceInputs } from "#lib/pricing/reference.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import { walletKindFor } from "#lib/wallets/derive.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { confirmationsBy } from "./confirmations-for.ts";
import type { MadeBill, RequestPaymentAddress } from "./contract.ts";
import { HEDGE_WAIT_MS, pairStopped } from "./open-promises.ts";
import { limitsFor, roomInFiat } from "./promise-limits.ts";
import { nextPromiseEnd } from "./promise-store.ts";
import { ADDRESS_MARK, insertBill, type NewBill, type NoRoom } from "./insert-store.ts";
import { readSnapshot } from "./store.ts";
import { checkRange, limitPriceFor, readRequest, termsFor } from "./terms.ts";

/** Refills when the pool ran dry under load; more misses than this in a row mean something else is wrong. */
const MAX_REFILLS = 3;

/**
 * Create Payment Bill (rulebook 4.2): checks in its order, then price, fresh address, bill,
 * event and audit in one statement. Refuses as that chapter says; then nothing is written and no address is used up.
 */
export async function requestAddress(ctx: Ctx, body: RequestPaymentAddress): Promise<MadeBill> {
  const request = readRequest(body, (base, fiat) => isPriced(ctx.app, base, fiat));
  const account = accountOf(ctx);
  const { now, settings, paused, heights, wallets, bids } = await readSnapshot(ctx, account.id);
  const limitPrice = limitPriceFor(request, settings);
  checkRange(request);
  checkPaused(networkOf(request.asset), paused);
  const reference = await needReference(ctx.app, request.crypto, request.fiat, now);
  const { terms, firm } = termsFor(request, settings, reference, now, limitPrice);
  const walletKind = walletKindFor(request.asset, request.bech32);
  const knownHeight = heights[networkOf(request.asset)];
  const bill: Omit<NewBill, "completion"> = {
    ...terms,
    ...(knownHeight === undefined ? {} : { knownHeight }),
    id: ctx.id(),
    eventId: ctx.id(),
    accountId: account.id,
    subaccount: body.subaccount,
    reference: body.reference,
    walletKind,
    walletId: wallets[walletKind],
    cashAddress: request.crypto === "BCH" && request.bech32,
    confirmationsRequired: confirmationsBy(terms.confirmationTiers, body.fiatReceivable),
    priceInputs: priceInputs(reference, { spreadBps: terms.spreadBps, explicitFeeBps: terms.explicitFeeBps }, firm),
    createdBy: actorName(ctx.actor),
    requestId: ctx.requestId,
    clientAddress: ctx.clientAddress,
    createdAt: now,
    limits: limitsFor({ mode: ctx.app.mode, settings, bids }, request.crypto, request.fiat),
  };
  const completion = ctx.claim?.completion(answerFor(ctx, bill, ADDRESS_MARK));
  const place = (on: Ctx) => placeBill(on, { ...bill, completion });
  // What is written in a person's name is written where that person is proven.
  return answerFor(ctx, bill, ctx.actor.kind === "staff" ? await ctx.transaction(place) : await place(ctx));
}

/** No promise is made on a chain that waits for a person: nothing that comes on it would be treated. */
function checkPaused(network: Network, paused: readonly string[]): void {
  if (!paused.includes(network)) return;
  const sentence = `Payments on ${network} are paused after a deep reorganisation; try again later.`;
  throw new Refusal("SERVICE_UNAVAILABLE", sentence, { retryAfterSeconds: 60 });
}

async function placeBill(ctx: Ctx, bill: NewBill): Promise<string> {
  for (let refills = 0; refills <= MAX_REFILLS; refills += 1) {
    const placed = await insertBill(ctx, bill);
    if (placed && "isStopped" in placed) throw pairStopped(cryptoOf(bill.asset), bill.fiat);
    if (placed && "noRoom" in placed) throw await beyondLimit(ctx, bill, placed.noRoom);
    if (placed) ctx.claim?.completed("address" in placed);
    if (placed && "address" in placed) return placed.address;
    await refillPool(ctx, bill.walletKind, bill.accountId);
  }
  throw new Refusal("SERVICE_UNAVAILABLE", "No deposit address could be derived in time; try again.", {
    retryAfterSeconds: 1,
  });
}

function answerFor({ app }: Ctx, bill: Omit<NewBill, "completion">, address: string): MadeBill {
  return {
    deposit_address: address,
    price: bill.price,
    quantity: amountOf(bill.asset, bill.quantityUnits),
    expiryTime: bill.expiresAt.getTime(),
    paymentId: bill.id,
    ...sandboxMark(app),
  };
}

/** Says how much still fits and when the next promise ends, of the account's figures nothing but that, of the house's none. */
async function beyondLimit(ctx: Ctx, bill: NewBill, noRoom: NoRoom): Promise<Refusal> {
  const room = roomInFiat(bill, noRoom);
  const isOwn = noRoom.ofAccount !== undefined;
  const whose = isOwn ? { accountId: bill.accountId, fiat: bill.fiat } : { crypto: cryptoOf(bill.asset) };
  const retryAfterMs = Math.max(1, Math.ceil((await nextPromiseEnd(ctx.db, whose)) ?? HEDGE_WAIT_MS));
  const sentence = isOwn
    ? `The account's live promises leave room for ${room} ${bill.fiat} under its limit.`
    : `The operator's live promises in ${cryptoOf(bill.asset)} leave room for ${room} ${bill.fiat}; try again later.`;
  return new Refusal("EXPOSURE_LIMIT", sentence, {
    body: { room, retryAfterMs },
    retryAfterSeconds: Math.ceil(retryAfterMs / 1_000),
  });
}
