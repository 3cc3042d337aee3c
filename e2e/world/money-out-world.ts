import type { Page } from "playwright/test";
import type { PayoutState } from "./buttons-of-money-out.ts";
import { done } from "./buttons-world.ts";
import type { Counterpart } from "./person.ts";

const DAY_MS = 86_400_000;
const IBAN = "DE89370400440532013000";
const OURS = { place: "bank:main", asset: "EUR", address: "NL91ABNA0417164300", label: "ours" };
const MAPPING = {
  ...{ place: "bank:main", currency: "EUR", encoding: "UTF8", delimiter: "SEMICOLON", skipLines: 0, header: true },
  ...{ dateFormat: "YYYY-MM-DD", decimal: "COMMA", thousands: "NONE", signs: "MINUS_IS_DEBIT" },
  ...{ bookedColumn: "D", amountColumn: "A" },
};

/** What leaves, in every state that it stays in by itself. */
export type MoneyOut = { payouts: Record<PayoutState, string>; settlement: string };

const payoutsOf = (admin: Page, beneficiaryId: string) => async (quantity: number) =>
  (
    await done<{ payoutId: string }>(admin, "POST", "/manage/v1/payouts", {
      ...{ asset: "EUR", quantity, reference: `wire ${quantity}`, beneficiaryId },
    })
  ).payoutId;

/** A payout in every state that it stays in by itself, a day that was settled, a move, a line at the bank that nobody expects. */
export async function makeMoneyOut(admin: Page, counterpart: Counterpart): Promise<MoneyOut> {
  const bill = await counterpart.bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "out" });
  await counterpart.pay(bill);
  const recorded = await done<{ payoutId: string }>(admin, "POST", "/manage/v1/payouts", {
    ...{ asset: "EUR", quantity: 1, reference: "made elsewhere", bankReference: "B-1" },
  });
  const bank = { name: "Acme Trading", asset: "EUR", iban: IBAN };
  const { beneficiaryId } = await done<{ beneficiaryId: string }>(admin, "POST", "/manage/v1/beneficiaries", bank);
  await done(admin, "POST", "/house/v1/destinations", OURS);
  const owner = { ...OURS, place: "owner", address: IBAN, label: "the owner" };
  const { destinationId } = await done<{ destinationId: string }>(admin, "POST", "/house/v1/destinations", owner);
  await done(admin, "POST", "/house/v1/bank/mappings", MAPPING);
  await counterpart.control("bank", { currency: "EUR", amount: 3, reference: "of nobody" });
  const pay = payoutsOf(admin, beneficiaryId);
  const filed = await pay(2);
  await done(admin, "POST", "/house/v1/payouts/files", { currency: "EUR" });
  const settlement = await settled(admin, counterpart, bill.paymentId, beneficiaryId);
  const approved = await pay(4);
  await done(admin, "PATCH", "/house/v1/settings", { secondPerson: "always" });
  const requested = await pay(5);
  const cancelled = await pay(3);
  await done(admin, "POST", `/manage/v1/payouts/${cancelled}/cancel`, { note: "asked twice" });
  const move = {
    kind: "CAPITAL_OUT",
    from: "bank:main",
    asset: "EUR",
    quantity: 1,
    destinationId,
    note: "to the owner",
  };
  await done(admin, "POST", "/house/v1/moves", move);
  const payouts = { requested, approved, filed, cancelled, recorded: recorded.payoutId };
  return { payouts, settlement };
}

async function settled(
  admin: Page,
  counterpart: Counterpart,
  paymentId: string,
  beneficiaryId: string,
): Promise<string> {
  const path = `/payment/v1/payment?paymentId=${paymentId}`;
  const [payment] = (await done<{ data: { username: string }[] }>(admin, "GET", path)).data;
  await done(admin, "POST", "/house/v1/settlement-terms", {
    ...{
      account: payment?.username,
      currency: "EUR",
      schedule: "DAILY",
      delayDays: 1,
      minimum: 1_000_000,
      beneficiaryId,
    },
  });
  await counterpart.control("clock", { advanceMs: DAY_MS });
  await counterpart.control("settle", {});
  const { data } = await done<{ data: { settlementId: string }[] }>(admin, "GET", "/manage/v1/settlements");
  if (!data[0]) throw new Error("nothing was settled");
  return data[0].settlementId;
}
