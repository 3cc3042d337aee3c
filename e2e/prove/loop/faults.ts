import type { SelfTest } from "#e2e/world/planted.ts";

const MOVES = "lib/ledger/move-journal.ts";

/** What the proof must find: money that goes round and is not where the books say. */
export const selfTest: SelfTest = {
  args: [],
  seeds: 1,
  faults: [
    {
      name: "the venue's fee of a withdrawal is forgotten",
      plants: [
        {
          file: "lib/transfers/take-transfer.ts",
          old: "else await moveLeft(tx, { ...step, feeUnits });",
          new: "else await moveLeft(tx, step);",
        },
      ],
    },
    {
      name: "what arrives at the bank stays on its way",
      plants: [{ file: MOVES, old: "dr(codeOfPlace(of.to), of.asset, units),", new: "dr(TRANSIT, of.asset, units)," }],
    },
    {
      name: "the network's fee of a move is nobody's",
      plants: [
        {
          file: MOVES,
          old: 'if (from.startsWith("custody:")) return NETWORK_FEE;',
          new: 'if (from.startsWith("custody:")) return TRANSIT;',
        },
      ],
    },
    {
      name: "what a venue's figures have below a unit is thrown away",
      plants: [
        {
          sql: "create or replace function venue_fraction(of_venue text, symbol text) returns numeric language sql stable as 'select 0::numeric'",
        },
      ],
    },
    {
      name: "a settlement asks for less than is due",
      plants: [
        {
          file: "lib/settlements/run-settlements.ts",
          old: "const units = minOf(held.due, free - held.reserve);",
          new: "const units = minOf(held.due, free - held.reserve) - 1n;",
        },
      ],
    },
  ],
};
