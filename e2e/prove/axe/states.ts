import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from "playwright";
import { plantsOfRun } from "#e2e/world/planted.ts";
import { violationsOn } from "#e2e/world/violations.ts";
import type { Look } from "./look.ts";
import type { Place } from "./places.ts";

export const STATES = ["full", "empty", "loading", "failed"] as const;
type State = (typeof STATES)[number];

export type View = { place: Place; state: State; look: Look };
/** One view of a page: itself, or what was opened on it. */
export type Seen = { view: string; violations: string[] };

type Person = { email: string; password: string };

const API = /\/(payment|manage|house|sandbox)\/v1\/|\/pay\/[^/]+\/state/;
const READY_MS = 20_000;
const OPEN_MS = 60_000;
/** Dialogs opened on one view; a page that offers more offers the same ones per row. */
const MOST_DIALOGS = 8;

/** Signs both people in once and answers what looks at a page, in a window kept for each person and look: its cache stays warm. */
export async function visitorOf(
  browser: Browser,
  baseURL: string,
  people: { full: Person; empty: Person },
): Promise<(view: View) => Promise<Seen[]>> {
  const states = {
    full: await signedIn(browser, baseURL, people.full),
    empty: await signedIn(browser, baseURL, people.empty),
  };
  const windows = new Map<string, Promise<BrowserContext>>();
  const newWindow = async (look: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(look);
    for (const plant of plantsOfRun()) if ("page" in plant) await context.addInitScript(plant.page);
    return context;
  };
  const windowFor = (person: keyof typeof states | undefined, { scheme, width }: Look) => {
    const name = `${person} ${scheme} ${width}`;
    const context =
      windows.get(name) ??
      newWindow({
        baseURL,
        viewport: { width, height: 800 },
        colorScheme: scheme,
        reducedMotion: "reduce",
        locale: "en-GB",
        timezoneId: "UTC",
        ...(person && { storageState: states[person] }),
      });
    windows.set(name, context);
    return context;
  };
  return async ({ place, state, look }) => {
    const person = state === "empty" ? "empty" : "full";
    const page = await (await windowFor(place.signedIn ? person : undefined, look)).newPage();
    try {
      return await seeIn(page, place, state, look.width);
    } finally {
      await page.close();
    }
  };
}

async function signedIn(browser: Browser, baseURL: string, { email, password }: Person) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.getByRole("textbox", { name: /password/i }).fill(password);
  await page.getByRole("button", { name: /^(sign in|continue)$/i }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  const state = await context.storageState();
  await context.close();
  return state;
}

async function seeIn(page: Page, place: Place, state: State, width: number): Promise<Seen[]> {
  if (state === "failed") await page.route(API, refuse);
  if (state === "loading") await page.route(API, () => undefined);
  await page.goto(place.path);
  if (state !== "loading") await ready(page);
  const seen: Seen[] = [{ view: "", violations: await violationsOn(page, width) }];
  if (state === "full") {
    seen.push(...(await byKey(page, place.keys ?? [], width)), ...(await byMenu(page, place.menus ?? [], width)));
    seen.push(...(await opened(page, width)));
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return seen;
}

function refuse(route: Route): Promise<void> {
  const body = {
    message: "The service did not answer.",
    code: "INTERNAL_ERROR",
    requestId: "0190a5c8-0000-7000-8000-000000000000",
  };
  return route.fulfill({ status: 500, contentType: "application/json", body: JSON.stringify(body) });
}

/** Nothing on the page says any more that it is loading. */
async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector("main [aria-busy=true], body > [aria-busy=true]"),
    undefined,
    {
      timeout: READY_MS,
    },
  );
}

async function byKey(page: Page, keys: readonly string[], width: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    const dialog = page.getByRole("dialog").first();
    await dialog.waitFor({ timeout: OPEN_MS });
    seen.push({ view: `dialog by ${key}`, violations: await violationsOn(page, width) });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden", timeout: OPEN_MS });
  }
  return seen;
}

/** Panels that hang below their buttons; one that a narrow window does not offer is passed by. */
async function byMenu(page: Page, names: readonly RegExp[], width: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const name of names) {
    const button = page.getByRole("button", { name, expanded: false }).first();
    if (!(await button.isVisible())) continue;
    await button.click({ timeout: OPEN_MS });
    const opened = page.getByRole("button", { name, expanded: true }).first();
    await opened.locator("xpath=following-sibling::*[@popover]").waitFor({ timeout: OPEN_MS });
    await ready(page);
    seen.push({ view: `panel ${name}`, violations: await violationsOn(page, width) });
    await page.keyboard.press("Escape");
  }
  return seen;
}

/** The dialogs of the page, then its first record's drawer, then the dialogs in there. */
async function opened(page: Page, width: number): Promise<Seen[]> {
  const seen = await dialogsOf(page, width, "");
  const row = page.getByRole("main").getByRole("row").getByRole("link").first();
  if ((await row.count()) === 0) return seen;
  const drawer = page.locator("aside.drawer");
  if (!(await drawer.isVisible())) {
    const leadsTo = new URL((await row.getAttribute("href")) ?? "", page.url()).pathname;
    if (leadsTo !== new URL(page.url()).pathname) return seen;
    await row.click();
    await drawer.waitFor({ timeout: OPEN_MS });
    await ready(page);
  }
  seen.push({ view: "drawer", violations: await violationsOn(page, width) });
  return [...seen, ...(await dialogsOf(page, width, "drawer, "))];
}

/** A button whose name ends in an ellipsis asks for more before it acts: each is opened, looked at and left. */
async function dialogsOf(page: Page, width: number, where: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  const names = await page.getByRole("button", { name: /…$/, disabled: false }).allInnerTexts();
  for (const name of [...new Set(names.map((text) => text.trim()))].filter(Boolean).slice(0, MOST_DIALOGS)) {
    const button = page.getByRole("button", { name, exact: true }).first();
    // A drawer that covers a phone's page leaves what is behind it inert.
    if (!(await button.isVisible()) || (await button.evaluate((element) => element.closest("[inert]") !== null)))
      continue;
    await button.click({ timeout: OPEN_MS });
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog")).first();
    if (
      !(await dialog.waitFor({ timeout: OPEN_MS }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    seen.push({ view: `${where}dialog “${name}”`, violations: await violationsOn(page, width) });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden", timeout: OPEN_MS });
  }
  return seen;
}
