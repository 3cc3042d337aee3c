import { type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { ReasonFacts } from "#lib/deposits/reason-facts.ts";
import { worded } from "#lib/deposits/sentence.ts";
import type { DepositRecord } from "#lib/payments/contract.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";
import { exactSpanText } from "#lib/i18n/times.ts";
import { reasonWords } from "./state-of.ts";

/** A deposit's reason as one sentence of the reader's language, made from its facts. */
export function reasonSentence(facts: ReasonFacts, crypto: Crypto, fiat: Fiat): string {
  const coin = (value: ReasonFacts["quantity"]) => `${rateText(value)}\u00a0${crypto}`;
  const figures = {
    coin,
    crypto: coin,
    price: (value: ReasonFacts["quantity"]) => `${rateText(value)}\u00a0${fiat}`,
    fiat: (value: ReasonFacts["quantity"]) => `${amountText(value, scaleOf(fiat))}\u00a0${fiat}`,
    span: exactSpanText,
  };
  return worded(facts, figures, paymentsText.reason);
}

/** The same of a deposit; the words of its code where it was decided before its facts were kept. */
export const reasonText = ({ reasonFacts, reasonCode, cryptoType }: DepositRecord, fiat: Fiat): string | undefined =>
  reasonFacts ? reasonSentence(reasonFacts, cryptoType, fiat) : reasonWords(reasonCode);
