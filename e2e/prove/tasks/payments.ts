import { dealOf, done, recordOf, type Shown } from "#e2e/world/buttons-world.ts";
import type { MadeBill } from "#e2e/world/person.ts";
import type { Hand } from "./hands.ts";
import { button, dialogOf, drawerOf, gone, isSo, says, shop, type Task, type World } from "./world.ts";

const BTC = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, strategy: "RFQ" };

/** What payers sent, or did not. */
export const PAYMENTS: readonly Task[] = [
  {
    sentence: "I need a bill for 100 EUR in BTC, and the link for the payer.",
    async make({ demo }, own) {
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("New bill");
        await hand.fill(page.getByRole("combobox", { name: "Customer" }), shop(own).subaccount);
        await hand.fill(page.getByRole("textbox", { name: "You receive" }), "100");
        await hand.mark(page.getByRole("radio", { name: /BTC/ }));
        await hand.press(button(page, /^Create bill/));
        await page.getByRole("heading", { name: "Bill created" }).waitFor();
        await hand.press(button(page, "Copy link of the payer’s page"));
        const link = (await page.getByRole("link", { name: /\/pay\// }).getAttribute("href")) ?? "";
        const { cryptoType, fiatReceivable } = (await recordOf(demo, link.split("/").at(-1) ?? "")) as Shown & Bill;
        await isSo(async () => [cryptoType, fiatReceivable], ["BTC", 100]);
      };
    },
  },
  {
    sentence: "The shop asks whether its order is paid.",
    async make({ demo, make }, own) {
      const { reference } = shop(own);
      const { paymentId } = await make.paid({ ...BTC, ...shop(own) });
      return async (hand) => {
        await hand.find(reference);
        await says(drawerOf(hand), "Completed");
        await says(drawerOf(hand), "Paid");
        await isSo(async () => statusOf(demo, paymentId), ["COMPLETED", "PAID"]);
      };
    },
  },
  {
    sentence: "Why was this payment not converted?",
    async make({ demo, make }, own) {
      const limited = { ...BTC, cryptoType: "USDT", networkType: "eth", strategy: "LMT", limitPrice: 2 };
      const { paymentId } = await make.paid({ ...limited, ...shop(own) });
      return async (hand) => {
        await hand.find(shop(own).reference);
        await says(drawerOf(hand), /was kept \(limit not met\)/);
        await isSo(async () => (await depositOf(demo, paymentId)).reasonCode, "LIMIT_NOT_MET");
      };
    },
  },
  {
    sentence: "Money came late: convert it.",
    late: ({ counterpart }, own) => counterpart.bill({ ...BTC, ...shop(own) }),
    async make({ demo, counterpart }, _own, bill) {
      await counterpart.pay(bill);
      return async (hand) => {
        await openCase(hand, bill);
        await hand.mark(drawerOf(hand).getByRole("radio", { name: /^Convert/ }));
        await hand.press(button(drawerOf(hand), /^Convert .* BTC…$/));
        await hand.press(button(dialogOf(hand), /^Create conversion of /));
        await sell(hand);
        await isSo(async () => (await recordOf(demo, bill.paymentId)).quantityUnconverted, 0);
      };
    },
  },
  {
    sentence: "The payer sent too little and the bill is over: we take it as it is.",
    late: async ({ counterpart }, own) => {
      const bill = await counterpart.bill({ ...BTC, ...shop(own) });
      await counterpart.pay(bill, { quantity: 0.001 });
      return bill;
    },
    async make(world, _own, bill) {
      return async (hand) => {
        await openCase(hand, bill);
        await hand.mark(drawerOf(hand).getByRole("radio", { name: /^Accept as it is/ }));
        await hand.press(button(drawerOf(hand), /^Accept .*and close…$/));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "Resolution" }), "The shop takes it.");
        await hand.press(button(dialogOf(hand), "Close case"));
        await gone(dialogOf(hand));
        await isSo(() => closedOf(world, bill), "CLOSED");
      };
    },
  },
  {
    sentence: "The payer sent too much: send the rest back.",
    async make({ demo, make, counterpart }, own) {
      await done(demo, "PATCH", "/manage/v1/settings", { overpayment: "KEEP", reason: "rest goes back" });
      const bill = await make.bill({ ...BTC, ...shop(own) });
      await done(demo, "PATCH", "/manage/v1/settings", { overpayment: "default", reason: "as before" });
      await counterpart.pay(bill, { quantity: bill.quantity * 2 });
      return async (hand) => {
        await openCase(hand, bill);
        await hand.mark(drawerOf(hand).getByRole("radio", { name: /^Refund to the payer/ }));
        await hand.press(button(drawerOf(hand), /^Refund .* BTC by link…$/));
        await hand.press(button(dialogOf(hand), "Create refund link"));
        await hand.press(button(dialogOf(hand), "Copy refund link"));
        await hand.press(button(dialogOf(hand), "I have copied it"));
        const path = `/manage/v1/refund-links?paymentId=${bill.paymentId}`;
        await isSo(async () => {
          const { data } = await done<{ data: { status: string }[] }>(demo, "GET", path);
          return data.map(({ status }) => status);
        }, ["OPEN"]);
      };
    },
  },
  {
    sentence: "A deposit is held; I know the payer, so let it through.",
    async make({ demo, make }, own) {
      const bill = await make.held({ ...BTC, cryptoType: "BCH", ...shop(own) });
      return async (hand) => {
        await openCase(hand, bill);
        await hand.mark(drawerOf(hand).getByRole("radio", { name: /^Release/ }));
        await hand.press(button(drawerOf(hand), /^Release, credit 100.00\sEUR…$/));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "Note" }), "Known payer.");
        await hand.press(button(dialogOf(hand), /^Release/));
        await gone(dialogOf(hand));
        await isSo(async () => statusOf(demo, bill.paymentId), ["COMPLETED", "PAID"]);
      };
    },
  },
  {
    sentence: "Somebody paid in the wrong coin: decline it, and say why.",
    async make({ demo, make }, own) {
      const input = { ...BTC, cryptoType: "USDT", networkType: "eth", fiatReceivable: 7, ...shop(own) };
      const bill = await make.paid(input, { cryptoType: "USDC", quantity: 7 });
      return async (hand) => {
        await openCase(hand, bill);
        await hand.mark(drawerOf(hand).getByRole("radio", { name: /^Decline/ }));
        await hand.press(button(drawerOf(hand), /^Decline 7.* USDC…$/));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: "Note" }), "USDC sent to a USDT bill.");
        await hand.press(button(dialogOf(hand), /^Decline/));
        await gone(dialogOf(hand));
        await isSo(async () => (await depositOf(demo, bill.paymentId)).status, "DECLINED");
      };
    },
  },
  {
    sentence: "Two orders were kept as BTC: sell both in one go.",
    async make({ demo, make }, own) {
      const two = [await make.paid(shop(own)), await make.paid(shop(own))];
      return async (hand) => {
        const { page } = hand;
        await hand.goTo("Payments");
        await hand.press(button(page, /Filter payments$/));
        await hand.fill(page.getByRole("textbox", { name: "Customer" }), shop(own).subaccount);
        await hand.press(button(page, "Apply"));
        await button(page, "Remove filter Customer").waitFor();
        for (const { paymentId } of two)
          await hand.mark(
            page
              .getByRole("row")
              .filter({ hasText: paymentId.slice(-6) })
              .getByRole("checkbox"),
          );
        await hand.press(button(page, "Create conversion…"));
        await hand.press(button(dialogOf(hand), /^Create conversion of /));
        await sell(hand);
        for (const { paymentId } of two)
          await isSo(async () => (await recordOf(demo, paymentId)).quantityUnconverted, 0);
      };
    },
  },
  {
    sentence: "A colleague's conversion was a mistake: cancel it.",
    async make({ demo, make }) {
      const { invoiceId } = await make.deal();
      return async (hand) => {
        await hand.find(invoiceId, invoiceId.slice(-6));
        await hand.press(button(drawerOf(hand), "Cancel this conversion…"));
        await hand.fill(dialogOf(hand).getByRole("textbox", { name: /^Reason/ }), "Made for another customer.");
        await hand.press(button(dialogOf(hand), "Cancel conversion"));
        await gone(dialogOf(hand));
        await says(drawerOf(hand), "Cancelled");
        await says(drawerOf(hand), "Made for another customer.");
        await isSo(async () => (await dealOf(demo, invoiceId)).status, "CANCELLED");
      };
    },
  },
];

type Bill = { cryptoType: string; fiatReceivable: number; status: string; amountStatus: string };
type Deposit = { status: string; reasonCode?: string };

async function statusOf(demo: World["demo"], paymentId: string): Promise<string[]> {
  const { status, amountStatus } = (await recordOf(demo, paymentId)) as Shown & Bill;
  return [status, amountStatus];
}

async function depositOf(demo: World["demo"], paymentId: string): Promise<Deposit> {
  return (await recordOf(demo, paymentId)).deposits[0] as Deposit;
}

/** A case closed by hand is found in no list of open ones. */
async function closedOf({ demo }: World, { paymentId }: MadeBill): Promise<string | undefined> {
  const path = "/manage/v1/cases?fiat=EUR&limit=500&state=CLOSED";
  const { data } = await done<{ data: { paymentId?: string; state: string }[] }>(demo, "GET", path);
  return data.find((one) => one.paymentId === paymentId)?.state;
}

/** From the list of cases to the one of this bill, the newest first. */
async function openCase(hand: Hand, { paymentId }: MadeBill): Promise<void> {
  const { page } = hand;
  await hand.goTo("Cases");
  await hand.choose(page.getByRole("combobox", { name: "Order" }), "Newest first");
  const list = page.getByRole("region", { name: "Open cases" }).getByRole("listitem");
  await hand.press(list.filter({ hasText: paymentId.slice(-6) }).getByRole("link"));
}

/** From a conversion that was just made to its sale. */
async function sell(hand: Hand): Promise<void> {
  await hand.press(button(drawerOf(hand), /^Get quote( R)?$/));
  await hand.press(button(drawerOf(hand), /^Sell .*…$/));
  await hand.press(button(dialogOf(hand), /^Sell /));
  await drawerOf(hand).getByRole("heading", { name: "Executed", exact: true }).waitFor();
}
