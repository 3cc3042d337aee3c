import type { Bill, Deposit } from "./books.ts";
import { type Hand, handOf } from "./amounts.ts";
import { billOf, type Desk } from "./desk.ts";
import { add, addText, type Sheet } from "./figures.ts";

/** The payer's own address, where a refund goes. */
const ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

const HEADS = {
  en: { title: "Refund", compare: "Is this your address?", done: "Refund requested", next: "Continue" },
  de: { title: "Erstattung", compare: "Ist das Ihre Adresse?", done: "Erstattung angefragt", next: "Weiter" },
};
type Language = keyof typeof HEADS;

/** What is left of the deposits of a bill, of which one alone has something left. */
const leftOf = ({ deposits }: Bill): Deposit | undefined => deposits.find(({ unconverted }) => unconverted > 0n);

/** What comes back to the payer: as the page says it first, before the address is given, and when it was. */
function offer({ asset, unconverted }: Deposit, language: Language, hand: Hand): Sheet {
  return new Map([[`${HEADS[language].title} | `, [hand.sum(unconverted, asset)]]]);
}
function comparison(deposit: Deposit, language: Language, hand: Hand): Sheet {
  const sheet = offer(deposit, language, hand);
  const over = `${HEADS[language].compare} | `;
  add(sheet, over, ADDRESS);
  addText(sheet, over, `${ADDRESS.slice(0, 6)}, ${ADDRESS.slice(-6)}.`);
  add(sheet, over, hand.bareSum(deposit.unconverted, deposit.asset));
  return sheet;
}
function outcome({ asset, unconverted }: Deposit, language: Language, hand: Hand): Sheet {
  return new Map([[`${HEADS[language].done} | `, [hand.bareSum(unconverted, asset), ADDRESS]]]);
}

/** Opens a payer's link in both languages and gives the address; answers what is wrong. */
export async function lookAtRefund({ page, hands, books, faults }: Desk, name: "late"): Promise<string[]> {
  const bill = billOf(await books(), name);
  const deposit = leftOf(bill);
  if (!deposit) throw new Error(`nothing is left of ${name}`);
  const wrong: string[] = [];
  const of = { paymentId: bill.id, txId: deposit.id };
  const { url } = (await hands.staff("POST", "/manage/v1/refund-links", of)) as { url: string };
  const { pathname, hash } = new URL(url);
  for (const language of ["de", "en"] as const) {
    const hand = handOf(language);
    await page.context().addCookies([{ name: "desk-language", value: language, url }]);
    await page.goto("about:blank");
    await page.goto(`${pathname}${hash}`);
    wrong.push(...(await faults("main", () => offer(deposit, language, hand))));
    await page.getByRole("textbox").fill(ADDRESS);
    await page.getByRole("button", { name: HEADS[language].next }).click();
    wrong.push(...(await faults("main", () => comparison(deposit, language, hand))));
  }
  await page.getByRole("button", { name: "Confirm address" }).click();
  wrong.push(...(await faults("main", () => outcome(deposit, "en", handOf("en")))));
  return wrong;
}
