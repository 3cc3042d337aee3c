import type { MoveKind } from "#lib/moves/move.ts";

/** Places and what moves between them, for every page that names one. */
export const en = {
  names: { custody: "Custody", venue: "Venue", bank: "Bank", transit: "In transit" },
  moves: {
    TO_VENUE: "Custody to venue",
    FROM_VENUE: "Venue to custody",
    CONSOLIDATION: "Within custody",
    GAS: "Gas to an address of ours",
    TO_BANK: "Venue to bank",
    FROM_BANK: "Bank to venue",
    CAPITAL_IN: "Capital in",
    CAPITAL_OUT: "Capital out",
    OPENING: "Opening balance",
    CORRECTION: "Fee or interest",
  } satisfies Readonly<Record<MoveKind, string>>,
};
