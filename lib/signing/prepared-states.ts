/** How far a prepared transaction has come. Of several that spend the same one is CONFIRMED, and the others REPLACED. */
export const PREPARED_STATES = [
  "PREPARED",
  "SIGNED",
  "BROADCAST",
  "CONFIRMED",
  "REPLACED",
  "CANCELLED",
  "FAILED",
] as const;
export type PreparedState = (typeof PREPARED_STATES)[number];

export const OUTPUT_KINDS = ["PAYOUT", "MOVE", "CHANGE"] as const;

/** In which form the signer is given a transaction: its chain's own, or that of one program. */
export const FILE_FORMS = ["STANDARD", "ELECTRON_CASH"] as const;

/** Networks whose transactions are prepared here. */
export const SIGNED_NETWORKS = ["bitcoin", "bitcoincash", "eth", "tron"] as const;
export type SignedNetwork = (typeof SIGNED_NETWORKS)[number];
