import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import { agreeToKey } from "#lib/keys/keys.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { addDestination, destinationOf, wantedDestination } from "#lib/moves/destinations.ts";
import { approveMove, endRequestedMove } from "#lib/moves/request-move.ts";
import { recordPayout } from "#lib/payouts/record-payout.ts";
import { accountChange, applyChange, type Change, houseChange } from "#lib/settings/change-settings.ts";
import { performActivation } from "#lib/wallets/wallets.ts";
import { performDecline } from "./decide-held.ts";
import { performOnPerson } from "./perform-on-person.ts";
import { payoutOf } from "./record.ts";
import type { PlainRequest } from "./store.ts";

/** What was asked for, as far as doing it needs it. */
export type Wanted = { what: ApprovalKind; ofHouse: boolean; request: PlainRequest; reason: string | undefined };

/** Does what was asked for, in the name of the tenant that asked; answers the payout that came of it. */
export async function perform(ctx: Ctx, wanted: Wanted): Promise<string | undefined> {
  const { what, request } = wanted;
  if (what === "setting") await applyChange(ctx, await changeOf(ctx, wanted), wanted.reason);
  else if (what === "wallet") await performActivation(ctx, request["walletId"] ?? "");
  else if (what === "key") await agreeToKey(ctx, request);
  else if (what === "hold") await performDecline(ctx, request);
  else if (what === "person") await performOnPerson(ctx, request);
  else if (what === "move") await approveMove(ctx, request["moveId"] ?? "");
  else if (what === "destination") await addDestination(ctx, wantedDestination(ctx, destinationOf(request)));
  else if (what === "payout") return (await recordPayout(ctx, payoutOf(request))).payoutId;
  // An envelope is signed, no more: its conversion executes when somebody says so.
  return undefined;
}

/** Ends what waited with a request that is declined or withdrawn. */
export async function endWaiting(
  ctx: Ctx,
  { what, request }: Pick<Wanted, "what" | "request">,
  status: "DECLINED" | "WITHDRAWN",
): Promise<undefined> {
  if (what === "move")
    await endRequestedMove(ctx, request["moveId"] ?? "", status === "DECLINED" ? "REJECTED" : "CANCELLED");
  return undefined;
}

/** The settings of a request, and where they are set. */
export async function changeOf(ctx: Ctx, { ofHouse, request }: Pick<Wanted, "ofHouse" | "request">): Promise<Change> {
  if (!ofHouse) return accountChange(ctx, request);
  const { account, ...values } = request;
  const named: AccountRef | undefined = account === undefined ? undefined : await needAccount(ctx, account);
  return houseChange(ctx, named, values);
}
