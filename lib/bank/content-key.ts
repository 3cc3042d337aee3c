import { createHash } from "node:crypto";
import { signed, type StatementLine } from "./statement.ts";

type Content = Pick<
  StatementLine,
  "side" | "units" | "endToEnd" | "remittance" | "counterparty" | "counterpartyIban" | "bookedAt"
>;

/**
 * The key of a line that has no number of the bank's: all that it says, of whichever account, and the how-manieth equal one of
 * its day it is. `times` counts the equal ones of a file.
 */
export function keyOfContent(
  times: Map<string, number>,
  account: readonly (string | undefined)[],
  line: Content,
): string {
  const { bookedAt, endToEnd, remittance, counterparty, counterpartyIban } = line;
  const day = bookedAt.toISOString().slice(0, 10);
  const parts = [...account, day, String(signed(line)), endToEnd, remittance, counterparty, counterpartyIban];
  const key = JSON.stringify(parts.map((one) => one ?? ""));
  const nth = (times.get(key) ?? 0) + 1;
  times.set(key, nth);
  return createHash("sha256").update(`${key}${nth}`).digest("hex");
}
