import { amountOf } from "#lib/kernel/money.ts";
import type { Wording } from "#lib/mail/queue-mail.ts";
import { amountIn } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import type { TransferRow } from "./store.ts";

/** To everybody of the house: a venue sends away what nobody agreed to. */
export function letterOf(
  of: Pick<TransferRow, "venue" | "venueRef" | "asset" | "units" | "status" | "address" | "label">,
): Wording {
  const { venue, venueRef, asset, units, status, address, label } = of;
  const { withdrawal, left } = lettersText;
  return () => {
    const what = amountIn(amountOf(asset, units), asset);
    return {
      subject: withdrawal.subject(what, venue),
      text: [
        status === "DONE" ? withdrawal.sent(venue) : withdrawal.onItsWay(venue),
        "",
        `  ${what}`,
        ...(address ? [`  ${left.to(address)}`] : []),
        ...(label ? [`  ${withdrawal.label(label, venue)}`] : []),
        `  ${withdrawal.number(venueRef, venue)}`,
        "",
        withdrawal.end(venue),
      ].join("\n"),
      path: "/exceptions?kind=UNKNOWN_WITHDRAWAL",
    };
  };
}
