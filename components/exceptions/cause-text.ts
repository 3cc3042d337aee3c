import { causeOf } from "#lib/cases/cause-of.ts";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { isCrypto, scaleOf } from "#lib/kernel/assets.ts";
import { reasonSentence } from "#components/payments/reason-text.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { bankFailureText, chainFailureText, orderFailureText } from "#components/ui/failure-text.tsx";
import { amountText, rateText, sumText } from "#lib/i18n/amount.ts";

/** What happened and what follows, in the reader's language, made from the case's facts. */
export function causeText({ kind, state, causeFacts, asset, quantity }: CaseRecord): string {
  const words = exceptionsText;
  if (state === "SETTLED") return words.settled;
  const { reason, fiat } = causeFacts;
  return causeOf(kind, causeFacts, {
    why: whyOf(causeFacts),
    asset: asset ?? "",
    quantity: quantity ? sumText(quantity, asset ?? "") : "",
    plain: quantity ? sumText(quantity, asset ?? "") : "",
    sentence: reason && fiat && asset && isCrypto(asset) ? reasonSentence(reason, asset, fiat) : causeFacts.refusal,
    actor: actorText,
    figure: rateText,
    fiat: (value) => amountText(value, fiat ? scaleOf(fiat) : 0),
    words: words.causes,
  });
}

/** What a code among the facts says; undefined where they hold none. */
function whyOf({ failure, order, refused }: CaseRecord["causeFacts"]): string | undefined {
  if (failure) return chainFailureText(failure);
  if (order) return orderFailureText(order);
  return refused && bankFailureText(refused);
}
