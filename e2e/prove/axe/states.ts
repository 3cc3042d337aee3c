import { type Browser, type BrowserContext, type BrowserContextOptions, errors, type Locator } from "playwright";
import type { Page, Response, Route } from "playwright";
import type { Language } from "#lib/i18n/language.ts";
import { plantsOfRun } from "#e2e/world/planted.ts";
import { violationsOn } from "#e2e/world/violations.ts";
import { cookieOf } from "#components/preference-cookies.ts";
import { type Answered, nothingAnswered, takeAnswer, wordingOn } from "#e2e/world/wording.ts";
import type { Look } from "./look.ts";
import type { Place } from "./places.ts";

export const STATES = ["full", "empty", "loading", "failed"] as const;
export type State = (typeof STATES)[number];

export type View = { place: Place; state: State; look: Look };
/** One view of a page: itself, or what was opened on it. */
export type Seen = { view: string; violations: readonly string[] };

type Person = { email: string; password: string };

const API = /\/(payment|manage|house|sandbox)\/v1\/|\/pay\/[^/]+\/state/;
const READY_MS = 20_000;
const OPEN_MS = 60_000;
/** Dialogs opened on one view; a page that offers more offers the same ones per row. */
const MOST_DIALOGS = 8;

/** Looks at a page; before that, has both people choose the language that the next pages are looked at in. */
type Visitor = { see(view: View): Promise<Seen[]>; speak(language: Language): Promise<void> };

/** Signs both people in once, and looks at pages in a window kept for each person and look: its cache stays warm. */
export async function visitorOf(
  browser: Browser,
  baseURL: string,
  people: { full: Person; empty: Person },
): Promise<Visitor> {
  const states = {
    full: await signedIn(browser, baseURL, people.full),
    empty: await signedIn(browser, baseURL, people.empty),
  };
  const windows = new Map<string, Promise<BrowserContext>>();
  const newWindow = async (look: BrowserContextOptions, language: Language): Promise<BrowserContext> => {
    const context = await browser.newContext(look);
    await context.addCookies([
      { name: cookieOf("language", new URL(baseURL).protocol), value: language, url: baseURL },
    ]);
    context.on("response", (response) => void hear(response));
    for (const plant of plantsOfRun()) if ("page" in plant) await context.addInitScript(plant.page);
    return context;
  };
  const answered = nothingAnswered();
  const hear = async (response: Response) => {
    if (!API.test(response.url()) || !/json/.test(response.headers()["content-type"] ?? "")) return;
    takeAnswer(answered, await response.json().catch(() => undefined));
  };
  const windowFor = (person: keyof typeof states | undefined, { scheme, width, language }: Look) => {
    const name = `${person} ${scheme} ${width} ${language}`;
    const context =
      windows.get(name) ??
      newWindow(
        {
          baseURL,
          viewport: { width, height: 800 },
          colorScheme: scheme,
          reducedMotion: "reduce",
          locale: "en-GB",
          timezoneId: "UTC",
          ...(person && { storageState: states[person] }),
        },
        language,
      );
    windows.set(name, context);
    return context;
  };
  return {
    async see({ place, state, look }) {
      const person = state === "empty" ? "empty" : "full";
      const page = await (await windowFor(place.signedIn ? person : undefined, look)).newPage();
      try {
        return await seeIn(page, place, state, (of) => faultsOn(of, place, look, answered));
      } finally {
        await page.close();
      }
    },
    async speak(language) {
      // Nobody can choose the one that only a cookie says.
      if (language === "xa") return;
      for (const storageState of Object.values(states)) {
        const context = await browser.newContext({ baseURL, storageState });
        const answer = await context.request.patch("/manage/v1/me", {
          data: { language },
          headers: { origin: baseURL },
        });
        if (!answer.ok()) throw new Error(`the language was not chosen: ${await answer.text()}`);
        await context.close();
      }
    },
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

/** What is wrong with a page as it stands, to axe and to its reader. The documents' wording is judged where they are written. */
async function faultsOn(page: Page, place: Place, { width, language }: Look, answered: Answered): Promise<string[]> {
  return [
    ...(language === "xa" ? [] : await violationsOn(page, width)),
    ...(place.path.startsWith("/docs") ? [] : await wordingOn(page, language, answered)),
  ];
}

async function seeIn(page: Page, place: Place, state: State, judge: Judge): Promise<Seen[]> {
  if (state === "failed") await page.route(API, refuse);
  if (state === "loading") await page.route(API, () => undefined);
  const walk = walkOf(page, judge);
  await walk.see("", async () => {
    await page.goto(place.path);
    if (state !== "loading") await ready(page);
  });
  if (state === "full") {
    await byKey(walk, place.keys ?? []);
    await byMenu(walk, place.menus ?? []);
    await dialogsOf(walk, page.locator("body"), "");
    await detail(walk);
    await record(walk);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return walk.seen;
}

type Judge = (page: Page) => Promise<string[]>;
type Walk = {
  page: Page;
  seen: Seen[];
  /** Opens something and notes what is wrong with it; what does not open in time is wrong itself. Answers whether it opened. */
  see(view: string, open: () => Promise<void>): Promise<boolean>;
  /** Leaves what was opened; what does not close in time is wrong. */
  leave(view: string, close: () => Promise<void>): Promise<void>;
};

function walkOf(page: Page, judge: Judge): Walk {
  const seen: Seen[] = [];
  const attempt = async (view: string, fault: string, act: () => Promise<void>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      seen.push({ view, violations: [fault] });
      return false;
    }
  };
  return {
    page,
    seen,
    async see(view, open) {
      if (!(await attempt(view, "could not be opened", open))) return false;
      seen.push({ view, violations: await judge(page) });
      return true;
    },
    async leave(view, close) {
      await attempt(view, "could not be closed", close);
    },
  };
}

function refuse(route: Route): Promise<void> {
  const body = {
    message: "The service did not answer.",
    code: "INTERNAL",
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

async function byKey({ page, see, leave }: Walk, keys: readonly string[]): Promise<void> {
  const dialog = page.getByRole("dialog").first();
  for (const key of keys) {
    const view = `dialog by ${key}`;
    const isOpen = await see(view, async () => {
      await page.keyboard.press(key);
      await dialog.waitFor({ timeout: OPEN_MS });
    });
    if (isOpen) await leave(view, () => close(page, dialog));
  }
}

async function close(page: Page, opened: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await opened.waitFor({ state: "hidden", timeout: OPEN_MS });
}

const POPOVER = "xpath=following-sibling::*[@popover]";

/** Panels that hang below their buttons; one that a narrow window does not offer is passed by. */
async function byMenu({ page, see }: Walk, parts: NonNullable<Place["menus"]>): Promise<void> {
  for (const part of parts)
    for (const button of await page.getByRole(part).locator("button[aria-expanded]").all()) {
      const panel = button.locator(POPOVER);
      if (!(await button.isVisible()) || (await panel.count()) === 0) continue;
      const name = (await button.getAttribute("aria-label")) ?? (await button.innerText());
      await see(`panel “${name.trim()}”`, async () => {
        await button.click({ timeout: OPEN_MS });
        await panel.waitFor({ timeout: OPEN_MS });
        await ready(page);
      });
      await page.keyboard.press("Escape");
    }
}

/** What a row opens beneath itself. */
async function detail({ page, see }: Walk): Promise<void> {
  const button = page.getByRole("main").locator("[role=row] [aria-expanded=false]").first();
  if ((await button.count()) === 0 || (await button.locator(POPOVER).count()) > 0) return;
  await see("detail of a row", async () => {
    await button.click({ timeout: OPEN_MS });
    await ready(page);
  });
}

/** The first record of the page's list, opened beside it, and the dialogs in there. Links of rows that filter or lead elsewhere open none. */
async function record(walk: Walk): Promise<void> {
  const { page, see } = walk;
  const drawer = page.locator("aside.drawer, aside.case-panes").first();
  const link = page.getByRole("main").locator("a[data-opens=record]").first();
  // One that stood open from the start has been looked at.
  if ((await drawer.isVisible()) || !(await opensHere(link))) return;
  const isOpen = await see("drawer", async () => {
    await link.click({ timeout: OPEN_MS });
    await drawer.waitFor({ timeout: OPEN_MS });
    await ready(page);
  });
  if (isOpen) await dialogsOf(walk, drawer, "drawer, ");
}

/** Whether there is such a link, and it opens its record beside this very list. */
async function opensHere(link: Locator): Promise<boolean> {
  if ((await link.count()) === 0) return false;
  return link.evaluate((element) => new URL((element as HTMLAnchorElement).href).pathname === location.pathname);
}

/** A button whose name ends in an ellipsis asks for more before it acts: each is opened, looked at and left. */
async function dialogsOf({ page, see, leave }: Walk, part: Locator, where: string): Promise<void> {
  const names = await part.getByRole("button", { name: /…⟧?$/, disabled: false }).allInnerTexts();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog")).first();
  for (const name of [...new Set(names.map((text) => text.trim()))].filter(Boolean).slice(0, MOST_DIALOGS)) {
    const button = part.getByRole("button", { name, exact: true }).first();
    // A drawer that covers a phone's page leaves what is behind it inert.
    if (!(await button.isVisible()) || (await button.evaluate((element) => element.closest("[inert]") !== null)))
      continue;
    const view = `${where}dialog “${name}”`;
    const isOpen = await see(view, async () => {
      await button.click({ timeout: OPEN_MS });
      await dialog.waitFor({ timeout: OPEN_MS });
    });
    if (isOpen) await leave(view, () => close(page, dialog));
  }
}
