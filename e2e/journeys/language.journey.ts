import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { NAV } from "#components/nav/nav-entries.ts";
import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { CRYPTOS, FIATS, NETWORKS } from "#lib/kernel/assets.ts";
import { signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 1234.5 };
const speak = (page: Page, baseURL: string | undefined, value: string) =>
  page.context().addCookies([{ name: "desk-language", value, url: baseURL ?? "" }]);

test("no page shows a text that does not come from the catalogue", async ({ page, baseURL }) => {
  await speak(page, baseURL, "xa");
  for (const path of ["/forgot", "/new-password", "/sign-in"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("⟦");
    expect(await foreign(page), path).toEqual([]);
  }
  await page.getByRole("button", { name: "⟦Úšé đéɱó úšéř⟧" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  for (const { href } of NAV) {
    await page.goto(href);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("⟦");
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await foreign(page), href).toEqual([]);
  }
});

test("German is a choice in the menu of one's name, with its decimal comma, and back", async ({
  page,
  counterpart,
}) => {
  const subaccount = `shop-${randomUUID().slice(0, 8)}`;
  await counterpart.bill({ ...btc, subaccount });
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}`);
  await expect(page.getByRole("row").nth(1)).toContainText("1\u00a0234.50");
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zahlungen");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("row").nth(1)).toContainText("1\u00a0234,50");
  await page.getByRole("button", { name: /Kontomenü$/ }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
});

test("times are written in any zone by its name, on every page from then on", async ({ page, counterpart }) => {
  const subaccount = `shop-${randomUUID().slice(0, 8)}`;
  await counterpart.bill({ ...btc, subaccount });
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}`);
  const made = page.getByRole("row").nth(1).locator("time").first();
  const minute = async (timeZone: string) => {
    const at = new Date((await made.getAttribute("datetime")) ?? "");
    return at.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  };
  await expect(made).toContainText(await minute("UTC"));
  await page.getByRole("button", { name: "Time zone" }).click();
  await page.getByRole("combobox", { name: "Another zone" }).selectOption({ label: "Tokyo" });
  await expect(made).toContainText(await minute("Asia/Tokyo"));
  await page.reload();
  await expect(made).toContainText(await minute("Asia/Tokyo"));
  await expect(page.getByRole("button", { name: "Time zone" })).toContainText("GMT+9");
  await page.getByRole("button", { name: "Time zone" }).click();
  await page.getByRole("button", { name: "UTC", exact: true }).click();
  await expect(made).toContainText(await minute("UTC"));
});

test("a payer is spoken to in the language of their browser", async ({ browser, baseURL, counterpart }) => {
  const bill = await counterpart.bill({ ...btc, subaccount: "shop" });
  const german = await browser.newContext({ locale: "de-AT", ...(baseURL && { baseURL }) });
  const page = await german.newPage();
  await page.goto(`/pay/${bill.paymentId}`);
  await expect(page.getByText("Senden Sie genau")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await german.close();
});

/** Symbols, networks' names and the names of the sandbox's own account and venue are nobody's language. */
const NAMES = [
  ...Object.values(NETWORK_NAMES).toSorted((one, other) => other.length - one.length),
  ...[...CRYPTOS, ...FIATS, ...NETWORKS, "UTC", "English", "Deutsch", "demo", "sandbox"],
];

/** Words of headings, controls and labels without the catalogue's mark, names apart; nor are sample values anybody's language. */
function foreign(page: Page): Promise<string[]> {
  return page.evaluate((names) => {
    const parts = "h1, h2, h3, button, label, legend, summary, th[scope=col], nav a";
    const known = new RegExp(names.join("|"), "g");
    const data = "code, pre, .figure, .hash, time, [lang]:not(html), kbd";
    const words = (text: string) => text.replaceAll(/⟦.*⟧/gs, "").replaceAll(known, "");
    const own = (element: Element): string => {
      const copy = element.cloneNode(true) as Element;
      for (const part of copy.querySelectorAll(data)) part.remove();
      return copy.textContent ?? "";
    };
    return [...document.querySelectorAll(`${parts}, [placeholder], [aria-label]`)].flatMap((element) => {
      if (element.closest(data) || !element.checkVisibility()) return [];
      const texts = [
        element.matches(parts) ? own(element) : "",
        element.getAttribute("placeholder"),
        element.getAttribute("aria-label"),
      ];
      return texts.flatMap((text) => (/[A-Za-z]{4,}/.test(words(text ?? "")) ? [`${element.tagName} ${text}`] : []));
    });
  }, NAMES);
}
