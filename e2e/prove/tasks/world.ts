import type { Browser, BrowserContextOptions, Locator, Page } from "playwright";
import { expect } from "playwright/test";
import { contextFor } from "#lib/kernel/app.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { accountNamed, houseOf } from "#lib/kernel/tenants.ts";
import { createUser } from "#lib/people/create-user.ts";
import { DEMO_ACCOUNT, DEMO_USER } from "#lib/people/demo-user.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { done, makerOf } from "#e2e/world/buttons-world.ts";
import { type Counterpart, counterpartOf, type MadeBill, typePassword } from "#e2e/world/person.ts";
import type { Program } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import type { Hand } from "./hands.ts";

/** Who makes beforehand what a task is about, and is asked afterwards what has become of it. */
export type World = {
  program: Program;
  /** The person at the desk, by the API alone. */
  demo: Page;
  /** A treasurer of the same account. */
  carla: Page;
  /** Somebody of the house. */
  hugo: Page;
  counterpart: Counterpart;
  make: ReturnType<typeof makerOf>;
};

/** One task as a newcomer would say it. `own` names what belongs to this run of it alone. */
export type Task = {
  sentence: string;
  /** A bill of before the clock is moved past its end. */
  late?(world: World, own: string): Promise<MadeBill>;
  /** Makes what it is about; answers what the hand does, which ends by looking whether it is so. */
  make(world: World, own: string, late: MadeBill): Promise<(hand: Hand) => Promise<void>>;
};

const PASSWORD = "purple walrus on a bicycle";
const COLLEAGUES = {
  carla: { email: "carla@example.com", name: "Carla", of: "account", role: "treasurer" },
  hugo: { email: "hugo@example.com", name: "Hugo", of: "house", role: "admin" },
} as const;

export async function openWorld(browser: Browser, program: Program): Promise<World> {
  const counterpart = counterpartOf(pspClient(program.url, program.demo));
  const demo = await signedIn(browser, program, DEMO_USER);
  await makeColleagues(program);
  const [carla, hugo] = [
    await signedIn(browser, program, { email: COLLEAGUES.carla.email, password: PASSWORD }),
    await signedIn(browser, program, { email: COLLEAGUES.hugo.email, password: PASSWORD }),
  ];
  await done(demo, "PATCH", "/house/v1/settings", { quoteLifetimeMs: 60_000, reason: "slow readers" });
  return { program, demo, carla, hugo, counterpart, make: makerOf(demo, counterpart) };
}

/** A window in which somebody has signed in. */
export async function signedIn(
  browser: Browser,
  { url }: Program,
  person: { email: string; password: string },
  window: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...window,
  });
  const page = await context.newPage();
  await typePassword(page, person, "/sign-in");
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  return page;
}

async function makeColleagues({ database, dataDir }: Program): Promise<void> {
  const app = await openApp(checkEnv({ DATABASE_URL: database?.url, DATA_DIR: dataDir }).env);
  try {
    const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "prove" });
    const tenants = { account: await accountNamed(app, DEMO_ACCOUNT), house: await houseOf(app) };
    for (const { email, name, of, role } of Object.values(COLLEAGUES)) {
      const memberships = [{ accountId: tenants[of]?.id ?? "", role }];
      await createUser(ctx, { email, name, password: PASSWORD, memberships });
    }
  } finally {
    await closeApp();
  }
}

export const shop = (own: string) => ({ subaccount: `shop ${own}`, reference: `order ${own}` });
export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name });
export const drawerOf = ({ page }: Hand) => page.getByRole("complementary");
export const dialogOf = ({ page }: Hand) => page.getByRole("dialog");

/** Fails where a part of a page does not say this. */
export const says = (where: Locator, what: string | RegExp): Promise<void> => expect(where).toContainText(what, SOON);
export const gone = (what: Locator): Promise<void> => expect(what).toBeHidden(SOON);

/** Fails where something asked for is not so, or not soon. */
export const isSo = (what: () => Promise<unknown>, wanted: unknown): Promise<void> =>
  expect.poll(what, SOON).toEqual(wanted);

const SOON = { timeout: 60_000 };
