import type { ChainCode, Lack, Lacking } from "#lib/health/contract.ts";
import type { Habit } from "#lib/overview/given-away-contract.ts";
import { countText } from "./amount.ts";
import { plural } from "./plural.ts";

/** What is wrong with a chain, by its code. */
const CHAINS: Readonly<Record<ChainCode, string>> = {
  BEHIND: "Its node is behind the network.",
  FORKED: "Its node follows another branch.",
  DISAGREED: "Its nodes tell different blocks.",
  FAULTY: "Its node does not answer properly.",
  WRONG_NETWORK: "Its node is of another network.",
  PAUSED: "Paused after a deep reorganisation.",
  UNSEEN: "Not looked at yet.",
};

/** The English words of what the house promises, lacks and gives away. */
export const en = {
  health: {
    title: "Health",
    hint: "What is impaired now, and why",
    failed: "Health could not be loaded",
    complete: "No impairments.",
    columns: { what: "What", which: "Which", why: "Why" },
    kinds: {
      DATABASE: "Database restored",
      WORKER: "Worker stopped",
      TASK: "Task failing",
      CHAIN: "Chain not followed",
      WALLET: "Wallet missing",
      POOL: "Addresses used up",
      PRICE: "No price",
      VENUE: "Venue unavailable",
      NO_VENUE: "Not traded",
      HEDGE: "Hedge past its limit",
      WEBHOOK: "Webhooks off",
      MAIL: "No mail",
      SECOND_PERSON: "No second approver",
    } as Record<Lack, string>,
    which: (kind: Lack, subject: string, account: string | undefined): string =>
      kind === "POOL" && account ? `${subject}, ${account}` : subject,
    why: ({ kind, have = 0, need = 0, code }: Pick<Lacking, "kind" | "have" | "need" | "code">): string => {
      const facts: Record<Lack, string> = {
        DATABASE: "An older copy: nothing is promised, sold or paid until desk restore is done.",
        WORKER: "Nothing is scanned, confirmed, sold or sent.",
        TASK: "The worker fails at it each time; the log says why.",
        CHAIN:
          have > 0
            ? `${plural(have, "block", "blocks")} behind its tip; ${countText(need)} are too many.`
            : code
              ? CHAINS[code]
              : "See its state under Chains.",
        WALLET: "No bills are made for it.",
        POOL: "No spare addresses; each bill waits for one.",
        PRICE:
          have < need
            ? `${have} fresh of the ${need} sources it needs: no new bills, quotes or sales.`
            : `Its ${have} fresh sources do not agree: no new bills, quotes or sales.`,
        VENUE: `Failed ${have} times in a row; not used for now.`,
        NO_VENUE: "The operator keeps what it buys.",
        HEDGE: "No price is promised in it until it is done.",
        WEBHOOK:
          have === 1 ? "1 endpoint failed and was switched off." : `${have} endpoints failed and were switched off.`,
        MAIL:
          have > 0
            ? `${plural(have, "letter", "letters")} not delivered; the log says why.`
            : "No notification, invitation or reset is sent.",
        SECOND_PERSON: "Rates, wallets, people and payouts need no second approval.",
      };
      return facts[kind];
    },
  },
  givenAway: {
    title: "Given away",
    hint: "Fiat credited at promised prices beyond what the market would have paid",
    failed: "What was given away could not be loaded",
    none: "No bill has promised a price in these days.",
    fiat: "Fiat",
    chart: (fiat: string) => `Given away by day, in ${fiat}.`,
    point: (day: string, given: string, fiat: string, paid: string) =>
      `${day}: ${given} ${fiat} given away of ${paid} credited at promised prices`,
    nothing: (day: string) => `${day}: nothing promised`,
    bills: (all: number, unused: number) => (unused === 0 ? `${all}` : `${all}, ${unused} unpaid`),
    save: "Save as CSV",
    oneSided: ({ account, subaccount, paid, paidBelow, unpaid, unpaidAbove }: Habit): string =>
      `${account}, ${subaccount} pays only when the market has fallen: of ${paid} paid bills ${paidBelow} with the market below the price, of ${unpaid} unpaid ones ${unpaidAbove} with it above.`,
    columns: {
      day: "Bills of",
      who: "Account, customer",
      pair: "Pair",
      bills: "Bills",
      promised: "Promised",
      paid: "Credited",
      market: "Market value",
      unused: "Never paid",
      givenAway: "Given away",
      unmeasured: "Not measured",
    },
  },
  exposure: {
    title: "Exposure",
    hint: "Live promises and the operator’s own position",
    failed: "The operator’s exposure could not be loaded",
    asset: "Asset",
    promised: "Promised",
    seen: "Unconfirmed",
    held: "Held",
    hedged: "Being sold",
    open: "Open position",
    limit: "Limit",
    noLimit: "No limit",
    age: "Open for",
  },
};
