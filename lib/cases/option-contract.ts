import { z } from "zod";
import { exact, time } from "#lib/contract/answers.ts";
import { meaning, PRICE, TX_ID } from "#lib/contract/meanings.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";

/** What can be decided about a case, the first being what is usually right. */
export const OPTION_CODES = ["RELEASE", "CONVERT", "REFUND", "DECLINE", "ACCEPT", "REWRITE", "WAIT", "MEND"] as const;

const brings = {
  amount: exact().optional().meta(meaning("Fiat it credits, or has credited where it is accepted.", 100)),
  keeps: exact().optional().meta(meaning("Crypto that stays crypto, after its fee.", 0)),
  feeQuantity: exact().optional().meta(meaning("Crypto taken as fee.", 0)),
  waits: z.boolean().optional().meta(meaning("Whether some of it is sold later, when there is a price.", false)),
};

/** One way to decide a case, and what follows from it now: the very rules that the verb decides by say it. */
export const caseOption = z
  .object({
    code: z
      .enum(OPTION_CODES)
      .meta(
        meaning(
          "RELEASE or DECLINE what is held; CONVERT what is free; REFUND what can go back, by a link for the payer; ACCEPT it as it is and close; REWRITE a file that could not be written; WAIT until the deadline; MEND what the case is about where that is done.",
          "RELEASE",
        ),
      ),
    decides: z.enum(["ACCOUNT", "HOUSE"]).meta(meaning("Whose people decide it.", "ACCOUNT")),
    secondPerson: z.boolean().meta(meaning("Whether it then waits for a second person.", false)),
    txId: z.string().optional().meta(TX_ID),
    asset: z.enum(CRYPTOS).optional().meta(meaning("Crypto that it is about.", "BTC")),
    quantity: exact().optional().meta(meaning("How much of it is released, sold or given back.", 0.00168351)),
    fiat: z.enum(FIATS).optional().meta(meaning("Fiat that it credits.", "EUR")),
    price: exact().optional().meta(PRICE),
    rate: z
      .enum(["BILL", "MARKET"])
      .optional()
      .meta(meaning("Whether that is the bill's own price, or the market's now.", "BILL")),
    ...brings,
    until: time().optional().meta(meaning("Until when this holds; of WAIT, when the case comes back.")),
    afterwards: z
      .object(brings)
      .optional()
      .meta(meaning("What it brings after that, at the market's price of now.", { amount: 96.3 })),
    bill: z
      .object({
        status: z.string().meta(meaning("Status of the bill.", "COMPLETED")),
        amountStatus: z.string().meta(meaning("Its amount's status.", "PAID")),
      })
      .optional()
      .meta(meaning("What the bill becomes.")),
    available: z
      .object({
        before: exact().meta(meaning("Fiat that the account has free now.", 250)),
        after: exact().meta(meaning("The same afterwards.", 350)),
      })
      .optional()
      .meta(meaning("The account's balance in that fiat, before and after.")),
  })
  .meta({ id: "CaseOption" });
export type CaseOption = z.output<typeof caseOption>;
