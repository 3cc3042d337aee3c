import type { Sheet } from "./figures.ts";
import { houseDays, type Means } from "./treasury.ts";
import { custodyCheck, movesList, readMoves, statementLists } from "./treasury-lists.ts";
import { arrivals, coverTable, inventory, type Read, wayTable } from "./treasury-now.ts";

/** What the treasury shows of now alone, its charts as tables. */
export async function presentOf(sheet: Sheet, read: Read, means: Means): Promise<void> {
  await wayTable(sheet, read, means);
  await houseDays(sheet, read);
  await coverTable(sheet, read);
  await arrivals(sheet, read);
  await inventory(sheet, read, means);
  movesList(sheet, await readMoves(read.hands), read);
  await statementLists(sheet, read);
  await custodyCheck(sheet, read);
}
