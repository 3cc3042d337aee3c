import type { Locator, Page } from "playwright/test";
import { type ButtonRule, buttonsIn, complaints, type Reader } from "./buttons.ts";
import { expect } from "./journey.ts";
import { isLive } from "./person.ts";

export const drawerOf = (page: Page): Locator => page.locator("aside.drawer, aside.case-panes");

/** How long a place may take to show its buttons, on a machine that may be busy. */
const SHOWN_MS = 60_000;

/** What Next's router is known by to whoever stands in the page. */
type WithRouter = { next: { router: { push(to: string): void } } };

/** Goes to a page of the desk that stands, as its links do, until that hears and follows: nothing is loaded anew. */
export async function walkTo(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, "http://desk");
  await page.evaluate((to) => (window as unknown as WithRouter).next.router.push(to), address);
  await page.waitForURL(
    (url) =>
      url.pathname === pathname && [...searchParams].every(([name, value]) => url.searchParams.get(name) === value),
    { timeout: SHOWN_MS },
  );
  await isLive(page);
}

/** Without loading a page: the address of the one that stands is what it shows. */
export const turnTo = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, "", to), address);

/** A reader of some role who notes what is wrong with each place. */
export function judgeOf(page: Page, reader: Reader) {
  const wrong: string[] = [];
  const judge = async (place: string, part: Locator, rules: readonly ButtonRule[]) => {
    let found: string[] = [];
    const look = async () => {
      found = complaints(await buttonsIn(part), rules, reader);
      return found;
    };
    await expect
      .poll(look, { timeout: SHOWN_MS })
      .toEqual([])
      .catch(() => wrong.push(...found.map((one) => `${place}: ${one}`)));
  };
  return {
    wrong,
    judge,
    /** Opens a record beside its list; `says` is what only its drawer says. */
    async open(address: string, says: string, rules: readonly ButtonRule[]) {
      await turnTo(page, address);
      const drawer = drawerOf(page);
      await expect(drawer).toContainText(says, { timeout: SHOWN_MS });
      await judge(address, drawer, rules);
    },
  };
}
