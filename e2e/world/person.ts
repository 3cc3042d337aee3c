import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright/test";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { expect, test as journey } from "./journey.ts";
import type { Program } from "./program.ts";
import { type Psp, pspClient } from "./psp.ts";
import { violationsOn } from "./violations.ts";

/** A bill as Create Payment Bill answers it, numbers as JavaScript reads them. */
export type MadeBill = { paymentId: string; deposit_address: string; quantity: number };

/** A PSP beside the person at the desk: makes bills, pays them on the simulated chains, moves the sandbox. */
export type Counterpart = {
  bill(input: object): Promise<MadeBill>;
  /** A payer sends, it is confirmed and all due work is done; answers the transaction's hash. */
  pay(bill: MadeBill, more?: object): Promise<string>;
  control(name: string, body?: object): Promise<Record<string, unknown>>;
};

/** A journey whose page is watched: one error on its console, or one request to a foreign host, and it has failed. */
export const test = journey.extend<{ expected: RegExp | undefined; watched: undefined; counterpart: Counterpart }>({
  /** What a journey that breaks something on purpose makes the browser say on its console. */
  expected: [undefined, { option: true }],
  watched: [
    async ({ page, program, expected }, use) => {
      const heard: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !expected?.test(message.text())) heard.push(message.text());
      });
      page.on("pageerror", (error) => heard.push(error.message));
      page.on("request", (request) => {
        const { host, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && host !== new URL(program.url).host) heard.push(`asked ${host}`);
      });
      await use(undefined);
      expect(heard).toEqual([]);
    },
    { auto: true },
  ],
  counterpart: async ({ program }, use) => {
    await use(counterpartOf(pspClient(program.url, program.demo)));
  },
});

const CONFIRMATIONS = 25;

export function counterpartOf(psp: Psp): Counterpart {
  const post = async (target: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await psp({ method: "POST", target, body });
    expect(reply?.status, `${target}: ${reply?.text}`).toBe(200);
    return reply?.body ?? {};
  };
  const control = (name: string, body: object = {}) => post(`/sandbox/v1/${name}`, body);
  return {
    control,
    async bill(input) {
      return (await post("/payment/v1/requestPaymentAddress", input)) as MadeBill;
    },
    async pay({ deposit_address: address, quantity }, more = {}) {
      const { txHash } = await control("deposits", { address, quantity, confirmations: CONFIRMATIONS, ...more });
      await control("settle");
      return String(txHash);
    },
  };
}

type Colleague = Readonly<Record<"email" | "password", string>>;

/** Signs in as the sandbox's demo user by its button, from the address that was asked for; answers when the page is live. */
export async function signInByHand(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Use demo user" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await isLive(page);
}

/**
 * Opens a page as somebody, or as the sandbox's demo user, and answers when it is live. What the page of the sign-in would
 * send is sent without it: loading it costs as much as any other, and it has journeys of its own.
 */
export async function signIn(page: Page, path: string, person: Colleague = DEMO_USER): Promise<void> {
  const csrf = await page.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const { email, password } = person;
  const answered = await page.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, email, password, json: "true" },
    maxRedirects: 0,
  });
  expect(answered.headers()["set-cookie"]).toContain("session-token=");
  await page.goto(path);
  await isLive(page);
}

/** From then on the page hears keys and follows what happens. `timeout`: of who plays it without the journeys' settings. */
export const isLive = (page: Page, timeout?: number): Promise<void> =>
  expect(page.getByRole("banner").getByRole("status").filter({ hasText: /^Live/ })).toBeAttached(
    timeout ? { timeout } : {},
  );

/** Invites a new person by the desk's own page; they accept by their letter. Answers what they sign in with. */
export async function colleague(page: Page, program: Program, name: string, role: string): Promise<Colleague> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto("/settings?tab=people");
  await page.getByRole("button", { name: "Invite a person" }).click();
  const form = page.getByRole("dialog", { name: "Invite a person" });
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await form.getByRole("combobox", { name: "Role" }).selectOption(role);
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(form).toBeHidden();
  return accepted(program, email, name);
}

/** Accepts the invitation in somebody's letter as a new person, as its page does. */
export async function accepted({ url, mailbox }: Program, email: string, name: string): Promise<Colleague> {
  const token = (await mailbox.linkTo(email)).split("#")[1];
  const password = `purple walrus ${randomUUID()}`;
  const response = await fetch(`${url}/manage/v1/sign-in/invitation`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ token, name, password }),
  });
  expect(response.status, await response.text()).toBe(200);
  return { email, password };
}

/** A browser of another person. */
export async function ownBrowser(browser: Browser, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL });
  return { context, page: await context.newPage() };
}

/** Signs in with a password, from the address that was asked for. */
export async function typePassword(page: Page, { email, password }: Colleague, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** No rule of WCAG 2.2 AA that axe knows is broken, by day on a wide window and by night on a phone; and nothing scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page, width), `${colorScheme} ${width}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Has the page itself ask the API with its session, as a script of the desk would; the answer must be 200. */
export async function ask(page: Page, method: string, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([how, where, text]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(where ?? "", { method: how ?? "", headers, body: text ?? "" })).status;
    },
    [method, path, JSON.stringify(body)],
  );
  expect(status, path).toBe(200);
}
