import { expect } from "playwright/test";
import { DEMO_ACCOUNT } from "#lib/people/demo-user.ts";
import { done } from "#e2e/world/buttons-world.ts";
import type { Counterpart } from "#e2e/world/person.ts";
import { button, says, shop, type Task } from "./world.ts";

const DAY_MS = 86_400_000;

/** What the books, the lists and the record say. */
export const BOOKS: readonly Task[] = [
  {
    sentence: "How much BTC did we have when yesterday ended?",
    async make({ demo, counterpart }) {
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Ledger");
        await hand.press(button(page, /Change the instant$/));
        await hand.press(button(page, /^Close of /).first());
        const balances = page.getByRole("region", { name: "Balances" }).first();
        const line = balances.getByRole("row").or(balances.getByRole("listitem")).filter({ hasText: "BTC" });
        const at = new Date(Math.floor((await nowOf(counterpart)) / DAY_MS) * DAY_MS).toISOString();
        const { data } = await done<{ data: { asset: string; holding: number }[] }>(
          demo,
          "GET",
          `/manage/v1/balances?in=EUR&at=${at}`,
        );
        await says(line.filter({ visible: true }), data.find(({ asset }) => asset === "BTC")?.holding.toFixed(8) ?? "");
      };
    },
  },
  {
    sentence: "Who changed our fee, and why?",
    async make({ hugo }, own) {
      const reason = `agreed ${own}`;
      const change = { account: DEMO_ACCOUNT, "spreadBps.BCH.JPY": 90 + own.length, reason };
      await done(hugo, "PATCH", "/house/v1/settings", change);
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Audit");
        const line = page.getByRole("row").filter({ hasText: "Spread BCH/JPY" }).first();
        await says(line, "Hugo");
        await hand.press(button(line, "Detail"));
        await says(page.getByRole("main"), reason);
      };
    },
  },
  {
    sentence: "Bookkeeping wants the payments of that week as CSV.",
    async make({ demo, counterpart }) {
      const end = Math.floor((await nowOf(counterpart)) / DAY_MS) * DAY_MS - 10 * DAY_MS;
      const [from, to] = [dayOf(end - 7 * DAY_MS), dayOf(end - DAY_MS)];
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Payments");
        await hand.press(button(page, /Change the range$/));
        await hand.fill(page.getByLabel("From", { exact: true }), from);
        await hand.fill(page.getByLabel("To", { exact: true }), to);
        await hand.press(button(page, "Apply"));
        await hand.press(button(page, /Export this list$/));
        await hand.press(button(page, "CSV"));
        const file = await hand.download(button(page, "Download"));
        const [head, ...lines] = file.trim().split("\r\n");
        expect(head).toMatch(/^paymentId,status,/);
        const path = `/payment/v1/payment?startTime=${end - 7 * DAY_MS}&endTime=${end}&limit=500`;
        const { data } = await done<{ data: { paymentId: string }[] }>(demo, "GET", path);
        expect(data.length).toBeGreaterThan(0);
        expect(lines.map((line) => line.split(",")[0]).sort()).toEqual(data.map(({ paymentId }) => paymentId).sort());
      };
    },
  },
  {
    sentence: "What did this customer hold at the start and the end of the week?",
    async make({ demo, make, counterpart }, own) {
      await make.paid(shop(own));
      return async (hand) => {
        const { page } = hand;
        await hand.find(shop(own).subaccount, "Customer");
        await page.getByRole("heading", { level: 1, name: shop(own).subaccount }).waitFor();
        await hand.press(button(page, /Change the range$/));
        await hand.press(button(page, "Last 7 days"));
        const line = page
          .getByRole("table", { name: "Opening and closing" })
          .getByRole("row")
          .filter({ hasText: "BTC" });
        const end = await nowOf(counterpart);
        const of = `subaccount=${encodeURIComponent(shop(own).subaccount)}&startTime=${end - 7 * DAY_MS}&endTime=${end}`;
        const path = `/manage/v1/customers/one?in=EUR&${of}`;
        const { data } = await done<{ data: { asset: string; opening: number; closing: number }[] }>(demo, "GET", path);
        const btc = data.find(({ asset }) => asset === "BTC");
        expect(btc?.closing).toBeGreaterThan(0);
        await says(line.getByRole("cell").first(), btc?.opening.toFixed(8) ?? "");
        // Before its worth; on a phone what has only a dash has no line.
        await says(line.getByRole("cell").nth(-2), btc?.closing.toFixed(8) ?? "");
      };
    },
  },
];

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The clock of the business, which is not the machine's. */
async function nowOf({ control }: Counterpart): Promise<number> {
  return Number((await control("clock", { advanceMs: 0 }))["now"]);
}
