import { z } from "zod";
import { count, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { prose, whole } from "#lib/contract/fields.ts";
import { NETWORKS } from "#lib/kernel/assets.ts";
import { CHAIN_STATES } from "./chain.ts";
import { chainFailure } from "#lib/contract/chain-failure.ts";
import { NETWORK, meaning } from "#lib/contract/meanings.ts";

const height = (description: string) => count().meta(meaning(description, 912_345));
const note = prose(1, 1_000).meta({
  description: "Why, for the audit record.",
  example: "Compared with two explorers.",
});

const range = z
  .object({ first: height("First block of it."), last: height("Last block of it.") })
  .meta({ id: "BlockRange" });

const chain = z
  .object({
    network: z.enum(NETWORKS).meta(NETWORK),
    state: z.enum(CHAIN_STATES).meta(meaning("How the chain is.", "OK")),
    sentence: z.string().meta(meaning("The state in one sentence.", "Complete to block 912345.")),
    failure: chainFailure.optional().meta(meaning("Why it is so, as facts; absent of OK.")),
    since: time().optional().meta(meaning("Since when it is so, epoch milliseconds.")),
    completeTo: height("Below this block nothing is missing.").optional(),
    height: height("Block we stand at.").optional(),
    headHeight: height("Tip as the node last told it.").optional(),
    lag: count().optional().meta(meaning("Blocks between the tip and ours.", 0)),
    agreedHeight: height("Up to here all endpoints agree; absent with one endpoint.").optional(),
    finalHeight: height("What the chain itself calls final; absent where it says no such thing.").optional(),
    lastSeen: time().optional().meta(meaning("When the chain was last looked at, epoch milliseconds.")),
    gaps: z.array(range).meta(meaning("Blocks still to be scanned below ours; they fill themselves.")),
  })
  .meta({ id: "ChainWatch" });

export const listChainsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/chains",
  former: "/manage/v1/chains",
  scope: "house:read",
  summary: "Answers how far each chain has been scanned without a hole, how far it lags, and how its nodes are.",
  answer: listOf(chain).meta({ id: "ChainWatchList" }),
});

export const resumeChainEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/chains/[network]/resume",
  former: "/manage/v1/chains/[network]/resume",
  params: { network: NETWORK },
  scope: "house:chains",
  summary:
    "Lets a chain follow its node: a reorganisation deeper than the limit, which has paused it, or a branch shorter than what was read.",
  body: z.object({ note }),
  answer: chain,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const rescanChainEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/chains/[network]/rescan",
  former: "/manage/v1/chains/[network]/rescan",
  params: { network: NETWORK },
  scope: "house:chains",
  summary: "Has the blocks from a height on scanned again, as after importing a key that was used before.",
  body: z.object({
    from: whole(0, 2_000_000_000).meta(meaning("First block to scan again.", 900_000)),
    note,
  }),
  answer: chain,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
