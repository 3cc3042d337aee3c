import type { ExpectedMove } from "#lib/moves/move.ts";
import type { StatementLine } from "./statement.ts";

/**
 * The move that a line is: by the move's own reference, else the only one of exactly this sum that nothing else is said to
 * be, where no payout of this sum is expected. Undefined when there is none, or several. A line never is a move by being
 * near to it.
 */
export function moveOfLine(
  line: Pick<StatementLine, "side" | "units" | "endToEnd" | "remittance">,
  expected: readonly ExpectedMove[],
  hasPayout = false,
): ExpectedMove | undefined {
  const text = `${line.endToEnd ?? ""} ${line.remittance ?? ""}`.toUpperCase();
  const named = expected.filter(({ reference }) => text.includes(reference));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  // What names another move of ours, or a payout, is not taken for this one.
  if (hasPayout || /MV[0-9A-Z]{10}/.test(text)) return undefined;
  const exact = expected.filter(
    (move) => (line.side === "CREDIT" ? (move.leftUnits ?? move.units) : move.units) === line.units,
  );
  return exact.length === 1 ? exact[0] : undefined;
}
