import { amountOf } from "#lib/kernel/money.ts";
import type { Letter } from "#lib/mail/queue-mail.ts";
import type { TransferRow } from "./store.ts";

/** To everybody of the house: a venue sends away what nobody agreed to. */
export function letterOf(
  of: Pick<TransferRow, "venue" | "venueRef" | "asset" | "units" | "status" | "address" | "label">,
): Letter {
  const { venue, venueRef, asset, units, status, address, label } = of;
  const what = `${amountOf(asset, units)} ${asset}`;
  return {
    subject: `${what} leaves ${venue} without approval`,
    text: [
      `A withdrawal at ${venue} belongs to no approved move. It is ${status === "DONE" ? "sent" : "on its way"}.`,
      "",
      `  ${what}`,
      ...(address ? [`  to ${address}`] : []),
      ...(label ? [`  which ${venue} knows as ${label}`] : []),
      `  number ${venueRef} at ${venue}`,
      "",
      `If nobody of the house asked for it, somebody else has a way into our account at ${venue}: lock it there. The case says more:`,
    ].join("\n"),
    path: "/exceptions?kind=UNKNOWN_WITHDRAWAL",
  };
}
