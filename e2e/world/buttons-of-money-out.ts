import { anyone, type ButtonRule, COPY, DRAWER, hidden, LAYOUT, NOTE, optional } from "./buttons.ts";

/** The buttons of the pages by which money leaves: payouts, settlements, treasury. */
export type PayoutState = "requested" | "approved" | "filed" | "cancelled" | "recorded";

const CANCEL = hidden("payouts:request", /^Cancel…$/);
const REJECT = hidden("house:payouts", /^Reject…$/);
const NOT_EXECUTED = hidden("house:payouts", /^Not executed…$/);
const OF_ACCOUNT: Record<PayoutState, readonly ButtonRule[]> = {
  requested: CANCEL,
  approved: [],
  filed: [],
  cancelled: [],
  recorded: [],
};

/** In the drawer of a payout, as its account has it: what is approved is out of its hands. */
export const payoutButtons = (state: PayoutState): ButtonRule[] => [...DRAWER, ...NOTE, ...OF_ACCOUNT[state]];
/** As the house has it: it takes back what it has approved, and from then on what the bank has not executed. */
export const payoutButtonsOfHouse = (state: PayoutState): ButtonRule[] => [
  ...DRAWER,
  ...hidden("house:cases", /^Add comment$/, /^@ Mention$/),
  ...(state === "approved" ? REJECT : []),
  ...(state === "filed" ? NOT_EXECUTED : []),
];

const PAYOUTS = [...anyone(/ Status$/, / Asset$/), ...LAYOUT, ...COPY];
const SETTLEMENTS = [...anyone(/ Status$/, / Currency$/), ...LAYOUT, ...COPY];
/** A column beside a drawer may have left. */
const LIST = optional(/^Quantity$/, /^Requested$/, /^Due$/, /^Period$/, /^Asset$/, /^Status$/);

export const PAGES_OF_MONEY_OUT: Readonly<Record<string, readonly ButtonRule[]>> = {
  "/payouts": [...PAYOUTS, ...LIST, ...hidden("payouts:request", /^New payout…$/)],
  "/payouts?tab=beneficiaries": [...COPY, ...hidden("payouts:request", /^Add beneficiary…$/, /^Retire /)],
  "/settlements": [...SETTLEMENTS, ...LIST, ...anyone(/^Statement…$/)],
  "/settlements?tab=terms": COPY,
};

/** In the drawer of a settlement: its papers, and the movements of each kind, for all who may see it. */
export const SETTLEMENT: readonly ButtonRule[] = [
  ...DRAWER,
  ...NOTE,
  ...anyone(/^Converted \(\d+\)$/, /^Paid out \(\d+\)$/),
  ...anyone(/^(?:Download )?Statement PDF/, /^(?:Download )?Statement CSV/, /^(?:Download )?Statement XLSX/),
  ...optional(/^(?:Download )?Statement JSON/, /Fee invoice/),
];

export const PAGES_OF_MONEY_OUT_OF_HOUSE: Readonly<Record<string, readonly ButtonRule[]>> = {
  "/payouts": [...PAYOUTS, ...LIST],
  "/payouts?tab=signing": [...COPY, ...hidden("house:payouts", /^Prepare…$/)],
  "/payouts?tab=files": [...COPY, ...hidden("house:payouts", /^Create file…$/, /^Download/), ...optional(/^Comments$/)],
  "/settlements": [...SETTLEMENTS, ...LIST],
  "/settlements?tab=terms": [
    ...COPY,
    ...hidden("house:payouts", /^Set terms…$/),
    ...hidden("house:payouts", /^Change…$/).map((rule) => ({ ...rule, optional: true as const })),
  ],
  "/treasury": [
    ...anyone(/^As of /, /^Asset$/, /^Place$/, /^Network$/, /^Owner$/),
    ...anyone(/^Details$/),
    ...optional(
      /^(Custody|Venue|Bank|In transit)/,
      / Change the range$/,
      /^Load more$/,
      /^Details…$/,
      /^Chart$/,
      /^Table$/,
    ),
    ...COPY,
    ...hidden(
      "house:moves",
      /^Request move…$/,
      /^Floor…$/,
      /^Add destination…$/,
      /^Remove…$/,
      /^Cancel…$/,
      /^Resolve…$/,
    ),
    ...optional(/^Move funds…$/, /^Link…$/, /^Request…$/).map((rule) => ({
      ...rule,
      needs: "house:moves" as const,
      without: "absent" as const,
    })),
    ...hidden("house:chains", /^Scan$/),
    ...hidden("house:statements", /^Set CSV mapping…$/, /^Upload statement…$/, /^Change…$/),
  ],
  "/treasury?tab=execution": optional(/^Chart$/, /^Table$/, /^\d+$/),
};
