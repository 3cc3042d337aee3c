import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** Rules of WCAG 2.2 AA and the best practices beside them; only what is broken is described, which spares half of axe's time. */
const RULES: Parameters<AxeBuilder["options"]>[0] = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

/** What is wrong with the page as it stands: each rule that axe finds broken, and a page that scrolls sideways. */
export async function violationsOn(page: Page, width: number): Promise<string[]> {
  // A colour halfway through its transition is no colour of the page; what turns without end never finishes.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((each) => each.finished),
    ),
  );
  // A page that has axe is spared reading its half a million characters again.
  const known = await page.evaluate(() => "axe" in globalThis);
  // Legacy mode judges in the page itself instead of a second one; what it cannot do, frames of other origins, we have none of.
  const { violations } = await new AxeBuilder({ page, ...(known && { axeSource: "0" }) })
    .options(RULES)
    .setLegacyMode(true)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  return wide > width ? [...found, `the page is ${wide} px wide`] : found;
}
