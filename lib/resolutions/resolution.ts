/** What a person says of money that nobody expected, or that left without leave (rulebook 13.32). */
export const RESOLUTION_KINDS = ["LINK", "OWN", "ASSIGN", "RETURN", "WRITE_OFF", "VOID"] as const;
export type ResolutionKind = (typeof RESOLUTION_KINDS)[number];

/** What it is about: an asset of a transaction that left, a deposit of no known bill, a bank's line, a venue's transfer, ether or TRX, a move on its way or that has arrived first, a payout made elsewhere. */
export const SUBJECTS = ["OUTGOING", "DEPOSIT", "LINE", "TRANSFER", "GAS", "MOVE", "PAYOUT"] as const;
export type Subject = (typeof SUBJECTS)[number];
