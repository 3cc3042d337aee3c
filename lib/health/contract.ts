import { z } from "zod";
import { CHAIN_STATES } from "#lib/chains/chain.ts";
import { count, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { AT, meaning } from "#lib/contract/meanings.ts";

/** What business can lack, what stops most first. */
export const LACKS = [
  "DATABASE",
  "WORKER",
  "TASK",
  "CHAIN",
  "WALLET",
  "POOL",
  "PRICE",
  "VENUE",
  "NO_VENUE",
  "HEDGE",
  "WEBHOOK",
  "MAIL",
  "SECOND_PERSON",
] as const;
export type Lack = (typeof LACKS)[number];

/** How a chain is that does not serve; UNSEEN: nobody has looked at it yet. */
export const CHAIN_CODES = [...CHAIN_STATES.filter((state) => state !== "OK"), "UNSEEN"] as const;
export type ChainCode = (typeof CHAIN_CODES)[number];

const lacking = z
  .object({
    kind: z.enum(LACKS).meta(meaning("What is lacking.", "PRICE")),
    subject: z
      .string()
      .optional()
      .meta(meaning("Which one: a task, a pair, a network, a venue, a kind of wallet, an account.", "BTC/EUR")),
    sentence: z
      .string()
      .meta(meaning("Why, and what does not work so.", "BTC/EUR has 1 fresh source of the 3 it needs: no new bills.")),
    code: z.enum(CHAIN_CODES).optional().meta(meaning("Of a chain: how it is.", "FAULTY")),
    account: z.string().optional().meta(meaning("The account whose own it is.", "acme")),
    have: count()
      .optional()
      .meta(
        meaning("How many there are: fresh sources, blocks behind, endpoints switched off, letters not delivered.", 1),
      ),
    need: count().optional().meta(meaning("How many it needs, or may be at most.", 3)),
    since: time().optional().meta(meaning("Since when, epoch milliseconds.")),
  })
  .meta({ id: "Lacking" });

export type Lacking = z.output<typeof lacking>;

export const getHouseHealthEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/health",
  scope: "house:read",
  summary: "Answers what the business lacks, each with its reason; nothing is listed of what it has.",
  answer: z
    .object({
      at: time().meta(AT),
      complete: z.boolean().meta(meaning("Whether nothing is lacking.", false)),
      data: z.array(lacking).meta(meaning("What is lacking, what stops most first.")),
    })
    .meta({ id: "Health" }),
});
