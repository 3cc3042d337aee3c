import { z } from "zod";
import { count, exact } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { ASSET, END_TIME, FIAT, START_TIME, SUBACCOUNT, meaning } from "#lib/contract/meanings.ts";

const ACCOUNT = meaning("Name of the account.", "acme");

const givenAway = z
  .object({
    day: z.string().meta(meaning("The day of UTC on which the bills were made.", "2026-11-21")),
    account: z.string().meta(ACCOUNT),
    subaccount: z.string().meta(SUBACCOUNT),
    asset: z.enum(CRYPTOS).meta(ASSET),
    fiat: z.enum(FIATS).meta(FIAT),
    bills: count().meta(meaning("Bills that promised a price.", 12)),
    promised: exact().meta(meaning("What they promised.", 1200)),
    paid: exact().meta(meaning("What was credited at the promised prices.", 900)),
    market: exact().meta(meaning("What the market would have brought for the same when it was treated.", 905.5)),
    unusedBills: count().meta(meaning("Bills whose promise ended with nothing sold at its price.", 3)),
    unused: exact().meta(meaning("What those promised.", 300)),
    givenAway: exact().meta(
      meaning("Of each part what was credited beyond what the market would have brought, never below 0.", 4.2),
    ),
    unmeasured: exact().meta(meaning("What was credited where no market price was known at that moment.")),
  })
  .meta({ id: "GivenAway" });
export type GivenAway = z.output<typeof givenAway>;

/** A subaccount that uses its prices only when the market has fallen below them. */
const habit = z
  .object({
    account: z.string().meta(ACCOUNT),
    subaccount: z.string().meta(SUBACCOUNT),
    paid: count().meta(meaning("Bills that were paid at their price.", 8)),
    paidBelow: count().meta(meaning("Of those, with the market below the price.", 8)),
    unpaid: count().meta(meaning("Bills that ended with nothing sold at their price.", 14)),
    unpaidAbove: count().meta(meaning("Of those, with the market at the price or above.", 14)),
  })
  .meta({ id: "OneSided" });
export type Habit = z.output<typeof habit>;

const query = z.object({
  startTime: epochMs().optional().meta(START_TIME),
  endTime: epochMs().optional().meta(END_TIME),
});

export const getGivenAwayEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/given-away",
  scope: "house:read",
  summary:
    "Answers what promised prices gave away, by day, account, subaccount and pair, and who pays only when the market has fallen.",
  query,
  answer: z
    .object({
      data: z.array(givenAway).meta(meaning("The records, newest day first.")),
      oneSided: z.array(habit).meta(meaning("Subaccounts that pay only when it pays them (rulebook 4.19).")),
    })
    .meta({ id: "GivenAwayReport" }),
});

export const saveGivenAwayEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/given-away/file",
  scope: "house:read",
  summary: "Answers what promised prices gave away as a CSV file.",
  query,
  media: ["text/csv"],
});
