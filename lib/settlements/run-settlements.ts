import { recordAudit } from "#lib/audit/record-audit.ts";
import { emitSettlementEvent } from "#lib/events/emit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { minOf, amountOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { type AskForPayout, requestPayout } from "#lib/payouts/request-payout.ts";
import {
  lockSettlement,
  makeRow,
  noteRequested,
  noteLapsed,
  type SettledFiat,
  settlementsToAsk,
  settlementsToMake,
} from "./store.ts";

/** Accounts and fiats of which a period is over. */
export const findSettlementsToMake = (ctx: Ctx, limit: number): Promise<SettledFiat[]> =>
  settlementsToMake(ctx.db, limit);

/**
 * Makes the next settlement of an account and fiat: its figures are the ledger's, its fee invoice has the next number of
 * the year, all in one transaction; false when another has made it, or its period is not over. A program that was down
 * makes each period it missed, one call after another.
 */
export function makeSettlement(ctx: Ctx, of: SettledFiat): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const id = tx.id();
    if (!(await makeRow(tx.db, { ...of, id, invoiceId: tx.id() }))) return false;
    await recordAudit(tx, {
      action: "settlement.make",
      accountId: of.accountId,
      objectKind: "settlement",
      objectId: id,
      detail: { currency: of.currency },
    });
    await emitSettlementEvent(tx, { settlementId: id }, "settlement.created");
    return true;
  });
}

/** Settlements whose day has come, that a usable bank account may be paid. */
export const findSettlementsToAsk = (ctx: Ctx, limit: number): Promise<string[]> => settlementsToAsk(ctx.db, limit);

/**
 * Asks for what is due as a payout to the account's bank, in the transaction that notes it, so once however often it is
 * tried; it waits for a person of the house where `askFor` is given. What has left the balance since is not asked for,
 * and the reserve stays; when less than the minimum is left it lapses, and a later settlement has the rest.
 */
export function askForSettlement(
  ctx: Ctx,
  id: string,
  askFor: (ctx: Ctx) => Promise<AskForPayout | undefined>,
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await lockSettlement(tx.db, id);
    if (!held?.isOpen) return false;
    const { account, currency, reference, beneficiaryId } = held;
    const acting: Ctx = { ...tx, account, claim: undefined, transaction: (work) => work(acting) };
    const free = await balanceOf(acting, balanceCode(account.id, "available"), currency);
    const units = minOf(held.due, free - held.reserve);
    const objectKind = "settlement";
    if (units <= 0n || units < held.minimum) {
      await noteLapsed(tx.db, id);
      await recordAudit(acting, { action: "settlement.lapse", objectKind, objectId: id, detail: { reference } });
      return true;
    }
    const quantity = amountOf(currency, units);
    const requested = await requestPayout(
      acting,
      { asset: currency, quantity, beneficiaryId, reference },
      await askFor(acting),
      "SETTLEMENT",
    );
    const { payoutId } = JSON.parse(requested.text) as { payoutId: string };
    await noteRequested(tx.db, { id, payoutId });
    await recordAudit(acting, {
      action: "settlement.ask",
      objectKind,
      objectId: id,
      detail: { reference, payoutId, quantity: quantity.toString() },
    });
    return true;
  });
}
