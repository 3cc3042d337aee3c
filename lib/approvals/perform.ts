import { linkLine } from "#lib/bank/link-line.ts";
import { mappingOfRequest, setMapping } from "#lib/bank/mappings.ts";
import { holdBank, recordMade, takePaid } from "#lib/bank/record-payout.ts";
import { takeUpload } from "#lib/bank/take-statement.ts";
import { agreeToBeneficiary, rejectBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import type { ApprovalKind } from "#lib/contract/approval-states.ts";
import { agreeToKey } from "#lib/keys/keys.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { addDestination, destinationOf, wantedDestination } from "#lib/moves/destinations.ts";
import { performLink } from "#lib/moves/link-move.ts";
import { approveMove, endRequestedMove } from "#lib/moves/request-move.ts";
import { approvePayout } from "#lib/payouts/approve-payout.ts";
import { endPayout, holdPayout } from "#lib/payouts/decide-payout.ts";
import { recordInPlace } from "#lib/payouts/paid-otherwise.ts";
import { stateLostHours } from "#lib/outgoing/lost-hours.ts";
import { accountChange, applyChange, type Change, houseChange } from "#lib/settings/change-settings.ts";
import { applyTerms, termsOf } from "#lib/settlements/terms.ts";
import { linkVenueTransfer } from "#lib/transfers/link-transfer.ts";
import { performActivation } from "#lib/wallets/wallets.ts";
import { performDecline } from "./decide-held.ts";
import { performOnPerson } from "./perform-on-person.ts";
import { payoutOf } from "./record.ts";
import { performResolution } from "./perform-resolution.ts";
import type { PlainRequest } from "./store.ts";

/** What was asked for, as far as doing it needs it. */
export type HeldRequest = { what: ApprovalKind; ofHouse: boolean; request: PlainRequest; reason: string | undefined };

/** What is done for each kind from its request alone. An envelope is signed, no more: its conversion executes when a person says so. */
const ACTIONS: { readonly [Kind in ApprovalKind]?: (ctx: Ctx, request: PlainRequest) => Promise<unknown> } = {
  wallet: (ctx, { walletId = "" }) => performActivation(ctx, walletId),
  key: agreeToKey,
  hold: performDecline,
  person: performOnPerson,
  move: (ctx, request) =>
    request["act"] === "link" ? linkRequested(ctx, request) : approveMove(ctx, request["moveId"] ?? ""),
  destination: (ctx, request) => addDestination(ctx, wantedDestination(ctx, destinationOf(request))),
  "bank-mapping": (ctx, request) => setMapping(ctx, mappingOfRequest(request)),
  "bank-statement": (ctx, { uploadId = "" }) => takeUpload(ctx, uploadId),
  resolution: performResolution,
  "lost-hours": stateLostHours,
  beneficiary: (ctx, { beneficiaryId = "" }) => agreeToBeneficiary(ctx, beneficiaryId),
};

/** A link by what a bank or a venue has told, or else by what a person says. */
function linkRequested(ctx: Ctx, request: PlainRequest): Promise<unknown> {
  const { lineId, transferId, moveId = "", note = "" } = request;
  if (lineId !== undefined) return linkLine(ctx, { lineId, moveId, note });
  return transferId === undefined ? performLink(ctx, request) : linkVenueTransfer(ctx, { transferId, moveId, note });
}

/** Does what was asked for, in the name of the tenant that asked; answers the payout that came of it. */
export async function perform(ctx: Ctx, wanted: HeldRequest): Promise<string | undefined> {
  const { what, request, reason } = wanted;
  const { payoutId } = request;
  if (what === "payout" && payoutId === undefined) return recordAgreed(ctx, request, reason);
  if (what === "payout" && payoutId !== undefined) {
    await holdBank(ctx, request["asset"] ?? "");
    await takePaid(ctx, await approvePayout(ctx, payoutId));
  } else if (what === "setting") await applyChange(ctx, await changeOf(ctx, wanted), reason);
  else if (what === "settlement-terms") await applyTerms(ctx, await termsOf(ctx, request), reason);
  else await ACTIONS[what]?.(ctx, request);
  return what === "payout" ? payoutId : undefined;
}

/** What was made elsewhere, or is recorded in the place of a payout of which its transaction has paid another quantity. */
async function recordAgreed(ctx: Ctx, request: PlainRequest, note: string | undefined): Promise<string> {
  const { inPlaceOf, ...input } = payoutOf(request);
  if (inPlaceOf === undefined) return recordMade(ctx, input);
  const units = unitsOf("quantity", input.quantity, scaleOf(requestedAsset(input)));
  return recordInPlace(ctx, { inPlaceOf, txHash: input.txHash, units, note });
}

/** What was made along with a request ends with it: a move, a beneficiary; a payout that is declined or withdrawn frees its money. */
export async function undo(
  ctx: Ctx,
  { what, request }: Pick<HeldRequest, "what" | "request">,
  { status, note }: { status: "REJECTED" | "CANCELLED"; note: string | undefined },
): Promise<undefined> {
  if (what === "beneficiary") await rejectBeneficiary(ctx, request["beneficiaryId"] ?? "");
  if (what === "move" && request["act"] !== "link") await endRequestedMove(ctx, request["moveId"] ?? "", status);
  if (what === "payout" && request["payoutId"] !== undefined) {
    const held = await holdPayout(ctx, request["payoutId"], true);
    if (held.payout.status === "REQUESTED") await endPayout(ctx, held, { status, reason: note });
  }
}

/** The settings of a request, and where they are set. */
export async function changeOf(
  ctx: Ctx,
  { ofHouse, request }: Pick<HeldRequest, "ofHouse" | "request">,
): Promise<Change> {
  if (!ofHouse) return accountChange(ctx, request);
  const { account, ...values } = request;
  const named: AccountRef | undefined = account === undefined ? undefined : await needAccount(ctx, account);
  return houseChange(ctx, named, values);
}
