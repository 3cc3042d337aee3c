import { mappingOfRequest, setMapping } from "#lib/bank/mappings.ts";
import { takeUpload } from "#lib/bank/take-statement.ts";
import { agreeToBeneficiary, rejectBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import { agreeToKey } from "#lib/keys/keys.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { addDestination, destinationOf, wantedDestination } from "#lib/moves/destinations.ts";
import { approveMove, endRequestedMove } from "#lib/moves/request-move.ts";
import { approvePayout, endPayout, holdPayout } from "#lib/payouts/decide-payout.ts";
import { writePayout } from "#lib/payouts/record-payout.ts";
import { accountChange, applyChange, type Change, houseChange } from "#lib/settings/change-settings.ts";
import { applyTerms, termsOf } from "#lib/settlements/terms.ts";
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
  else if (what === "settlement-terms") await applyTerms(ctx, await termsOf(ctx, request), wanted.reason);
  else if (what === "bank-mapping") await setMapping(ctx, mappingOfRequest(request));
  else if (what === "bank-statement") await takeUpload(ctx, request["uploadId"] ?? "");
  else if (what === "beneficiary") await agreeToBeneficiary(ctx, request["beneficiaryId"] ?? "");
  else if (what === "payout" && request["payoutId"] !== undefined) {
    await approvePayout(ctx, request["payoutId"]);
    return request["payoutId"];
  } else if (what === "payout") return writePayout(ctx, payoutOf(request));
  // An envelope is signed, no more: its conversion executes when somebody says so.
  return undefined;
}

/** What was made along with a request ends with it: a move, a beneficiary; a payout that is declined or withdrawn frees its money. */
export async function undo(
  ctx: Ctx,
  { what, request }: Pick<Wanted, "what" | "request">,
  { status, note }: { status: "REJECTED" | "CANCELLED"; note: string | undefined },
): Promise<undefined> {
  if (what === "beneficiary") await rejectBeneficiary(ctx, request["beneficiaryId"] ?? "");
  if (what === "move") await endRequestedMove(ctx, request["moveId"] ?? "", status);
  if (what === "payout" && request["payoutId"] !== undefined) {
    const held = await holdPayout(ctx, request["payoutId"], true);
    if (held.payout.status === "REQUESTED") await endPayout(ctx, held, { status, reason: note });
  }
}

/** The settings of a request, and where they are set. */
export async function changeOf(ctx: Ctx, { ofHouse, request }: Pick<Wanted, "ofHouse" | "request">): Promise<Change> {
  if (!ofHouse) return accountChange(ctx, request);
  const { account, ...values } = request;
  const named: AccountRef | undefined = account === undefined ? undefined : await needAccount(ctx, account);
  return houseChange(ctx, named, values);
}
