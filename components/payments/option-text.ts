import type { CaseOption } from "#lib/cases/option-contract.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { amountText, rateText, sumText } from "#lib/i18n/amount.ts";

const words = exceptionsText.decision;
const { status, amountStatus } = paymentsText;

/** An option in the reader's words: what it is called, what it brings, what follows, and what its button says. */
export type OptionText = { title: string; result: string; lines: string[]; until: string; button: string };

/** How moments are written: they depend on the reader's day. */
type Moments = (at: number) => string;

export function optionText(option: CaseOption, moment: Moments): OptionText {
  const quantity = cryptoOf(option, option.quantity);
  const amount = fiatOf(option, option.amount);
  return {
    title: titleOf(option),
    result: resultOf(option, amount, quantity),
    lines: linesOf(option, quantity),
    until: untilOf(option, moment),
    button: buttonOf(option, { amount, quantity, moment }),
  };
}

/** What follows from an option, as one line. */
export const followsText = ({ result, lines, until }: OptionText): string =>
  [result, ...lines, until].filter((one) => one !== "").join(" · ");

function titleOf({ code, rate, amount, waits, keeps }: CaseOption): string {
  if (code !== "RELEASE") return words[code].title;
  if (waits) return words.RELEASE.waits;
  if (rate) return words.RELEASE[rate];
  return keeps && (!amount || amount.isZero()) ? words.RELEASE.retained : words.RELEASE.mixed;
}

function resultOf(
  { code, amount, keeps, fiat, asset, ...rest }: CaseOption,
  message: string,
  quantity: string,
): string {
  if (code === "RELEASE" && keeps && (!amount || amount.isZero())) return cryptoOf({ asset }, keeps);
  if (code === "REFUND") return quantity;
  if (code === "DECLINE" || code === "WAIT") return message === "" ? "" : fiatOf({ fiat }, rest.afterwards?.amount);
  return message;
}

function linesOf(option: CaseOption, quantity: string): string[] {
  const { code, price, fiat, feeQuantity, keeps, waits, bill, secondPerson, decides } = option;
  const own = code !== "RELEASE" && code !== "CONVERT";
  const facts = [
    own ? words[code].text : "",
    price && fiat ? words.at(quantity, `${rateText(price)}\u00a0${fiat}`) : "",
    feeQuantity && !feeQuantity.isZero() ? words.fee(cryptoOf(option, feeQuantity)) : "",
    keeps && option.asset ? words.keeps(cryptoOf(option, keeps)) : "",
    waits ? words.waits : "",
    bill ? words.becomes(billText(bill)) : "",
    secondPerson ? words.second : "",
    decides === "HOUSE" && (code === "RELEASE" || code === "DECLINE") ? words.byHouse : "",
  ];
  return facts.filter((one) => one !== "");
}

function untilOf({ until, afterwards, fiat, asset }: CaseOption, moment: Moments): string {
  if (until === undefined) return "";
  if (!afterwards) return words.until(moment(until));
  const isRetained = afterwards.keeps && (!afterwards.amount || afterwards.amount.isZero());
  const after = isRetained ? cryptoOf({ asset }, afterwards.keeps) : fiatOf({ fiat }, afterwards.amount);
  return words.untilThen(moment(until), after);
}

type Parts = { amount: string; quantity: string; moment: Moments };

function buttonOf(option: CaseOption, { amount, quantity, moment }: Parts): string {
  const { code, until = 0, waits } = option;
  switch (code) {
    case "RELEASE":
      return amount === "" || option.amount?.isZero() || waits
        ? words.RELEASE.plain(quantity)
        : words.RELEASE.button(amount);
    case "ACCEPT":
      return words.ACCEPT.button(amount);
    case "WAIT":
      return words.WAIT.button(moment(until));
    case "MEND":
      return "";
    case "REWRITE":
      return words.REWRITE.button();
    default:
      return words[code].button(quantity);
  }
}

/** The bill's two states, as its own page names them. */
const billText = (bill: NonNullable<CaseOption["bill"]>): string =>
  [wordOf(status, bill.status), wordOf(amountStatus, bill.amountStatus)].join(", ");

const wordOf = (all: Readonly<Record<string, string>>, code: string): string => all[code] ?? code;

const cryptoOf = ({ asset }: Pick<CaseOption, "asset">, value: Decimal | undefined): string =>
  asset && value ? `${sumText(value, asset)}\u00a0${asset}` : "";
const fiatOf = ({ fiat }: Pick<CaseOption, "fiat">, value: Decimal | undefined): string =>
  fiat && value ? `${amountText(value, scaleOf(fiat))}\u00a0${fiat}` : "";
