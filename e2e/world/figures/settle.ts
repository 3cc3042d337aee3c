import type { Locator } from "playwright/test";
import { faultsOf, type Sheet, sheetOf } from "./figures.ts";
import { readShown } from "./read.ts";

export type Reading = { shown: Map<string, string[]>; wanted: Sheet };

/** How long what is there may take to become what the books say, and how long a busy machine may take to have it there. */
const SETTLES_MS = 10_000;
const COMES_MS = 90_000;
const PAUSE_MS = 150;

/**
 * Reads a part of a page until everything on the page has come and all its figures are what the books say. Some seconds
 * are given from when it has come, not from when it was asked for: what still waits for its answer has shown nothing yet.
 */
export async function readSettled(
  part: Locator,
  wantedOf: () => Promise<Sheet>,
  before: () => Promise<void> = async () => undefined,
): Promise<Reading & { faults: string[] }> {
  const page = part.page();
  const latest = Date.now() + COMES_MS;
  let until: number | undefined;
  for (;;) {
    await before();
    const shown = sheetOf(await readShown(part));
    const waits = (await page.locator("[data-waiting]").count()) > 0;
    const isThere = shown.size > 0 && !waits;
    until = isThere ? (until ?? Date.now() + SETTLES_MS) : undefined;
    const wanted = await wantedOf();
    const faults = faultsOf(shown, wanted);
    if ((faults.length === 0 && !waits) || Date.now() >= (until ?? latest)) return { shown, wanted, faults };
    await page.waitForTimeout(PAUSE_MS);
  }
}
