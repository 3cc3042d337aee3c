import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Locator, Page } from "playwright";
import { isLive } from "#e2e/world/person.ts";

export const HANDS = ["mouse", "keyboard", "phone"] as const;
export type HandName = (typeof HANDS)[number];

/** What somebody at the desk does, by whichever hand: each act is a step, and none types an address. */
export type Hand = {
  page: Page;
  press(wanted: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** One of a list's options, by what it says. */
  choose(list: Locator, option: string): Promise<void>;
  /** A box or a radio button, on; no step where it is. */
  mark(box: Locator): Promise<void>;
  /** A page of the desk, by its name in the navigation. */
  goTo(name: string): Promise<void>;
  /** Opens what the finder finds by this text, and nothing else. */
  find(text: string, found?: string | RegExp): Promise<void>;
  /** The text of the file that a press gives. */
  download(wanted: Locator): Promise<string>;
};

/** Steps: presses, fields, choices. Keys: each keystroke of the keyboard's hand; 0 of the others. */
export type Tally = { steps: number; keys: number };

export const WINDOWS: Record<HandName, BrowserContextOptions> = {
  mouse: { viewport: { width: 1280, height: 800 } },
  keyboard: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

export function handOf(name: HandName, page: Page, tally: Tally): Hand {
  const acts = { mouse: mouse(page), keyboard: keyboard(page, tally), phone: phone(page) }[name];
  const counted: Acts = {
    press: (wanted) => count(() => acts.press(wanted)),
    fill: (field, text) => count(() => acts.fill(field, text)),
    choose: (list, option) => count(() => acts.choose(list, option)),
    async mark(box) {
      await box.waitFor();
      if (!(await box.isChecked())) await count(() => acts.mark(box));
    },
    openPage: (wanted) => acts.openPage(wanted, counted),
    pick: (option) => count(() => acts.pick(option)),
    openFinder: () => count(() => acts.openFinder()),
  };
  const count = async (act: () => Promise<void>) => {
    await act();
    tally.steps += 1;
  };
  return {
    page,
    ...counted,
    async goTo(wanted) {
      await counted.openPage(wanted, counted);
      await page.getByRole("main").getByRole("heading", { name: wanted }).first().waitFor();
    },
    async find(text, found = text) {
      await counted.openFinder();
      const finder = page.getByRole("dialog", { name: "Find" });
      await counted.fill(finder.getByRole("combobox"), text);
      await counted.pick(finder.getByRole("option").filter({ hasText: found }).first());
      await finder.waitFor({ state: "hidden" });
    },
    async download(wanted) {
      const [saved] = await Promise.all([page.waitForEvent("download"), counted.press(wanted)]);
      return readFile(await saved.path(), "utf8");
    },
  };
}

type Acts = Pick<Hand, "press" | "fill" | "choose" | "mark"> & {
  openPage(name: string, by: Acts): Promise<void>;
  openFinder(): Promise<void>;
  /** An option of the finder. */
  pick(option: Locator): Promise<void>;
};

const searchOf = (page: Page) => page.getByRole("search").getByRole("button", { name: "Search" });
/** An entry says how many wait behind it, after its name. */
const entryOf = (within: Locator, name: string) => within.getByRole("link", { name: new RegExp(`^${name}( \\d|$)`) });

function mouse(page: Page): Acts {
  return {
    press: (wanted) => wanted.click(),
    fill: (field, text) => field.fill(text),
    choose: async (list, option) => void (await list.selectOption({ label: option })),
    mark: (box) => box.check(),
    openPage: (name, by) => by.press(entryOf(page.getByRole("navigation", { name: "Main", exact: true }), name)),
    openFinder: () => searchOf(page).click(),
    pick: (option) => option.click(),
  };
}

function phone(page: Page): Acts {
  return {
    press: (wanted) => wanted.tap(),
    fill: async (field, text) => {
      await field.tap();
      await field.fill(text);
    },
    choose: async (list, option) => void (await list.selectOption({ label: option })),
    mark: async (box) => {
      await box.tap();
      if (!(await box.isChecked())) throw new Error("a tap does not mark it");
    },
    async openPage(name, by) {
      const bar = page.getByRole("navigation", { name: "Main, short" });
      const entry = entryOf(bar, name);
      await bar.getByRole("link").first().waitFor();
      if (!(await entry.isVisible())) await by.press(bar.getByRole("button", { name: "More" }));
      await by.press(entry);
    },
    openFinder: () => searchOf(page).tap(),
    pick: (option) => option.tap(),
  };
}

/** Tabs until something has the focus; a page has fewer stops. */
const MOST_TABS = 300;
/** Lines of a menu, options of a list, buttons of a group. */
const MOST_ARROWS = 60;

function keyboard(page: Page, tally: Tally): Acts {
  const key = async (name: string) => {
    await page.keyboard.press(name);
    tally.keys += 1;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    tally.keys += text.length;
  };
  const isIt = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);
  /** On by Tab, back by Shift+Tab, as the eye says. */
  const reach = async (wanted: Locator) => {
    await wanted.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      const where = await wanted.evaluate(whereFromFocus);
      if (where === "here") return;
      await key(where);
    }
    throw new Error(`Tab does not lead to ${wanted}`);
  };
  const byArrows = async (arrow: string, isThere: () => Promise<boolean>, wanted: Locator) => {
    for (let arrows = 0; arrows < MOST_ARROWS; arrows += 1) {
      if (await isThere()) return;
      await key(arrow);
    }
    throw new Error(`the arrows do not lead to ${wanted}`);
  };
  return {
    async press(wanted) {
      await wanted.waitFor();
      if (await wanted.evaluate((element) => element.matches("[role^=menuitem]")))
        await byArrows("ArrowDown", () => isIt(wanted), wanted);
      else await reach(wanted);
      await key("Enter");
    },
    async fill(field, text) {
      await reach(field);
      if (await field.evaluate((element) => element.matches("[type=date]"))) return type(dayTyped(text));
      await key("ControlOrMeta+a");
      await type(text);
    },
    async choose(list, option) {
      await list.getByRole("option", { name: option, exact: true }).waitFor({ state: "attached" });
      await reach(list);
      const chosen = () => list.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label);
      const at = await list.evaluate(
        (element, label) =>
          [...(element as HTMLSelectElement).options].findIndex((one) => one.label === label) -
          (element as HTMLSelectElement).selectedIndex,
        option,
      );
      await byArrows(at < 0 ? "ArrowUp" : "ArrowDown", async () => (await chosen()) === option, list);
    },
    async mark(box) {
      await reach(box);
      if (await isIt(box)) await key("Space");
      await byArrows("ArrowDown", () => box.isChecked(), box);
    },
    async openPage(name, by) {
      await by.openFinder();
      const finder = page.getByRole("dialog", { name: "Find" });
      await by.fill(finder.getByRole("combobox"), name);
      await by.pick(finder.getByRole("option").filter({ hasText: new RegExp(`^${name}Page`) }));
    },
    async openFinder() {
      await isLive(page, 60_000);
      await key("ControlOrMeta+k");
    },
    async pick(option) {
      await option.waitFor();
      await byArrows("ArrowDown", async () => (await option.getAttribute("aria-selected")) === "true", option);
      await key("Enter");
    },
  };
}

/** Chromium has month, day and year in fields of their own, one after another. */
const dayTyped = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, "$2$3$1");

/** The key that leads from the focus towards an element, or that it is there: of radio buttons one has it for all. */
function whereFromFocus(element: Element): "here" | "Tab" | "Shift+Tab" {
  const focus = document.activeElement;
  const isGroup =
    element instanceof HTMLInputElement &&
    focus instanceof HTMLInputElement &&
    element.type === "radio" &&
    focus.type === "radio" &&
    element.name === focus.name;
  if (!focus || focus === document.body) return "Tab";
  if (focus === element || isGroup) return "here";
  return focus.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}
