import type { Page } from "playwright";
import type { Sample } from "./cases.ts";
import type { Case, Times } from "./measure.ts";

/** How much of each is typed: enough that few others begin alike, and not the whole. */
const TYPED = { paymentId: 18, address: 10, txHash: 12, reference: 7, subaccount: 4 } as const;

/** Looks a payment up by the beginning of what names it, as a person does: Ctrl-K, some letters, the line that tells it. */
export function find(page: Page, sample: Sample): Case[] {
  return Object.entries(TYPED).map(([by, length]) => ({
    name: `${by} begins with ${length} characters`,
    once: () => foundIn(page, sample[by as keyof Sample].slice(0, length)),
  }));
}

async function foundIn(page: Page, typed: string): Promise<Times> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  const times = await page.evaluate(async (beginning) => {
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
    const field = document.querySelector<HTMLInputElement>("[role=combobox]");
    if (!field) throw new Error("the palette is closed");
    const isFound = () =>
      document.querySelector("[role=listbox]")?.ariaBusy === "false" &&
      [...document.querySelectorAll("[role=option]")].some(({ id }) => id.includes("found_"));
    performance.clearResourceTimings();
    const startedAt = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, beginning);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    while (!isFound() && performance.now() - startedAt < 10_000) await frame();
    await frame();
    const entry = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).findLast(
      ({ name }) => new URL(name).pathname === "/manage/v1/search",
    );
    return {
      paintedMs: isFound() ? performance.now() - startedAt : Number.POSITIVE_INFINITY,
      serverMs: entry ? entry.responseStart - entry.requestStart : Number.POSITIVE_INFINITY,
    };
  }, typed);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  return times;
}
