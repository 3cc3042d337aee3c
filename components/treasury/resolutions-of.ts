import type { CaseRecord } from "#lib/cases/contract.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import type { ResolutionKind } from "#lib/resolutions/resolution.ts";

/** What a case's money may have become, the likeliest first; none of it for any other kind of case. */
export function resolutionsOf({
  kind,
  asset,
  causeFacts,
}: Pick<CaseRecord, "kind" | "asset" | "causeFacts">): readonly ResolutionKind[] {
  switch (kind) {
    case "UNKNOWN_SPEND":
      // Sent for a payout that it has paid otherwise: that is ended by it first.
      if (causeFacts.payoutId) return [];
      return causeFacts.gas ? ofGas(causeFacts) : ["LINK", "WRITE_OFF"];
    case "UNKNOWN_WITHDRAWAL":
      return ["WRITE_OFF"];
    case "UNKNOWN_LINE":
      return causeFacts.left ? ["WRITE_OFF"] : ["ASSIGN", "OWN", "RETURN"];
    case "UNKNOWN_DEPOSIT":
      return asset !== undefined && isFiat(asset) ? ["ASSIGN", "OWN", "RETURN"] : ["OWN", "RETURN"];
    case "UNKNOWN_BILL":
      return causeFacts.gas ? ["OWN"] : ["ASSIGN", "OWN", "RETURN"];
    case "NOT_PAID":
      return ofUnpaid(causeFacts, asset !== undefined && isFiat(asset));
    default:
      return [];
  }
}

/**
 * A move that has left is lost; what arrived for one that has not is not its own; a payout that was
 * recorded as made by a bank was never made, nor one of crypto whose transaction was spent otherwise. Of what waits to leave, and
 * of crypto whose transaction may still come back, there is nothing to say.
 */
function ofUnpaid(
  { address, booked, waiting, spent }: CaseRecord["causeFacts"],
  isOfBank: boolean,
): readonly ResolutionKind[] {
  if (!address) return spent || (booked && isOfBank) ? ["VOID"] : [];
  if (booked) return ["WRITE_OFF"];
  return waiting ? [] : ["VOID"];
}

/** What stayed ours is not lost, a fee alone was nobody's, and what no transaction of ours has moved was no move. */
function ofGas({ own, left, txHash }: CaseRecord["causeFacts"]): readonly ResolutionKind[] {
  if (own) return ["LINK"];
  if (!left) return [];
  return txHash === undefined ? ["WRITE_OFF"] : ["LINK", "WRITE_OFF"];
}
