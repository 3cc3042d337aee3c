import { done } from "#e2e/world/buttons-world.ts";
import { openReceiver } from "#e2e/world/receiver.ts";
import type { Hand } from "./hands.ts";
import { button, dialogOf, drawerOf, gone, isSo, says, shop, type Task, type World } from "./world.ts";

const KEYS = "/manage/v1/keys";
const ENDPOINTS = "/manage/v1/webhook-endpoints";

/** Programs, people, and money that leaves. */
export const OFFICE: readonly Task[] = [
  {
    sentence: "Our receiver was down: send again what it has missed.",
    async make({ demo, make, counterpart }) {
      const receiver = await openReceiver({ background: true });
      receiver.answer = { status: 500, afterMs: 0, body: "" };
      await done(demo, "POST", ENDPOINTS, { url: receiver.url, eventTypes: ["payment.created"] });
      await make.bill();
      await counterpart.control("settle");
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Developers");
        await hand.press(partOf(hand, "Webhooks"));
        await hand.press(button(page, receiver.url).first());
        const deliveries = page.getByRole("region", { name: "Deliveries" }).first();
        await says(deliveries, `to ${receiver.url}`);
        await hand.press(button(deliveries, "Resend a range…"));
        await says(dialogOf(hand), /[1-9]\d* not delivered/);
        // It is back only now: the next attempt by itself would leave a slow hand nothing to send.
        receiver.answer = { status: 200, afterMs: 0, body: "" };
        await hand.press(button(dialogOf(hand), /^Resend \d+ deliver(y|ies)$/));
        await gone(dialogOf(hand));
        await isSo(async () => receiver.received.length > 0, true);
        await receiver.close();
      };
    },
  },
  {
    sentence: "The new shop needs an API key that may only read payments.",
    async make({ demo }, own) {
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Developers");
        await hand.press(partOf(hand, "Keys"));
        await hand.press(button(page, "Create key"));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "Name" }), own);
        await hand.mark(dialogOf(hand).getByRole("checkbox", { name: /^payments:read/ }));
        await hand.press(button(dialogOf(hand), "Create key"));
        await hand.press(button(dialogOf(hand), "Copy key and secret"));
        await hand.press(button(dialogOf(hand), "I have copied it"));
        await isSo(async () => {
          const { data } = await done<{ data: { name: string; scopes: string[] }[] }>(demo, "GET", KEYS);
          return data.find(({ name }) => name === own)?.scopes;
        }, ["payments:read"]);
      };
    },
  },
  {
    sentence: "Our new server wants to be told of every event.",
    async make({ demo }, own) {
      const url = `http://localhost:9/${own.replaceAll(" ", "-")}`;
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Developers");
        await hand.press(partOf(hand, "Webhooks"));
        await hand.press(button(page, "Add an endpoint"));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "URL" }), url);
        await hand.press(button(dialogOf(hand), "Add endpoint"));
        await hand.press(button(dialogOf(hand), "Copy webhook secret"));
        await hand.press(button(dialogOf(hand), "I have copied it"));
        await isSo(async () => {
          const { data } = await done<{ data: { url: string; status: string }[] }>(demo, "GET", ENDPOINTS);
          return data.find((one) => one.url === url)?.status;
        }, "ENABLED");
      };
    },
  },
  {
    sentence: "The auditor is to see everything and change nothing.",
    async make({ demo, program }, own) {
      const email = `auditor-${own.replaceAll(" ", "-")}@example.com`;
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Settings");
        await hand.press(partOf(hand, "People"));
        await hand.press(button(page, "Invite a person"));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "E-mail" }), email);
        await hand.choose(dialogOf(hand).getByRole("combobox", { name: "Role" }), "Auditor");
        await hand.press(button(dialogOf(hand), "Send invitation"));
        await gone(dialogOf(hand));
        await isSo(async () => {
          const path = "/manage/v1/invitations";
          const { data } = await done<{ data: { email: string; role: string }[] }>(demo, "GET", path);
          return data.find((one) => one.email === email)?.role;
        }, "auditor");
        await program.mailbox.linkTo(email);
      };
    },
  },
  {
    sentence: "Pay out 120.50 EUR to our bank account.",
    async make({ demo }, own) {
      await beneficiary(demo, own);
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Payouts");
        await hand.press(button(page, "New payout…").first());
        await hand.choose(dialogOf(hand).getByRole("combobox", { name: "Beneficiary" }), `${own}, EUR`);
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "Amount in EUR" }), "120.50");
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "Reference" }), shop(own).reference);
        await hand.press(button(dialogOf(hand), "Request payout"));
        await says(drawerOf(hand), "Approved");
        await isSo(() => payoutOf(demo, own), ["APPROVED", 120.5]);
      };
    },
  },
  {
    sentence: "A colleague asked for a payout: approve it.",
    async make(world, own) {
      const { demo, carla } = world;
      const { beneficiaryId } = await beneficiary(demo, own);
      const input = { asset: "EUR", quantity: 12.5, beneficiaryId, reference: shop(own).reference };
      await withTwo(world, () => done(carla, "POST", "/manage/v1/payouts", input));
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Approvals");
        const line = page.getByRole("row").filter({ hasText: shop(own).reference });
        await hand.press(button(line, "Decide…"));
        await says(dialogOf(hand), "Carla");
        await hand.press(button(dialogOf(hand), /^Approve: Payout of 12\.5/));
        await gone(dialogOf(hand));
        await isSo(() => payoutOf(demo, own), ["APPROVED", 12.5]);
      };
    },
  },
];

/** Where a page in parts leads to another of them. */
const partOf = ({ page }: Hand, name: string) =>
  page.getByRole("navigation", { name: /^Parts of this page$/ }).getByRole("link", { name });

/** A bank account that no other run has: its number is made of the name. */
function beneficiary(demo: World["demo"], own: string): Promise<Record<string, string>> {
  const digits = [...own].map((letter) => letter.charCodeAt(0) % 10).join("");
  const number = `37040044${digits.slice(-10).padStart(10, "0")}`;
  const check = 98n - (BigInt(`${number}131400`) % 97n);
  const iban = `DE${String(check).padStart(2, "0")}${number}`;
  return done(demo, "POST", "/manage/v1/beneficiaries", { asset: "EUR", name: own, iban });
}

async function payoutOf(demo: World["demo"], own: string): Promise<unknown[]> {
  const path = `/manage/v1/payouts?reference=${encodeURIComponent(shop(own).reference)}`;
  const { data } = await done<{ data: { status: string; quantity: number }[] }>(demo, "GET", path);
  return data.flatMap(({ status, quantity }) => [status, quantity]);
}

/** While the house asks for two persons; to ask no more takes two as well. */
async function withTwo({ demo, hugo }: World, act: () => Promise<unknown>): Promise<void> {
  const change = (secondPerson: string) =>
    done<{ approvalId?: string }>(demo, "PATCH", "/house/v1/settings", { secondPerson, reason: "for one payout" });
  await change("always");
  await act();
  const { approvalId } = await change("never");
  await done(hugo, "POST", `/house/v1/approvals/${approvalId}/approve`, {});
}
