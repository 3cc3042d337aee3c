import { z } from "zod";
import { count } from "./answers.ts";
import { meaning } from "./meanings.ts";

/** Why a chain cannot be followed at present. OTHER: only the sentence beside it says. */
export const CHAIN_FAILURES = [
  "SILENT",
  "UNREACHABLE",
  "HTTP",
  "REFUSED",
  "UNREADABLE",
  "LOADING",
  "DOWNLOADING",
  "NO_BLOCK",
  "PRUNED",
  "LAGS",
  "SHORTER_BRANCH",
  "OTHER_BRANCH",
  "OTHER_BLOCK",
  "INCOMPLETE",
  "SEVERAL_NODES",
  "OTHER_NETWORK",
  "DISAGREED",
  "DEEP",
  "BELOW_FINAL",
  "OTHER",
] as const;

/** A chain's failure as facts, from which the page of each reader writes the sentence. */
export const chainFailure = z
  .object({
    code: z
      .enum(CHAIN_FAILURES)
      .meta(
        meaning(
          "SILENT, UNREACHABLE, HTTP, REFUSED, UNREADABLE: how the node answered. LOADING, DOWNLOADING: it is not ready. NO_BLOCK, PRUNED: it lacks a block. LAGS, SHORTER_BRANCH, OTHER_BRANCH: where it stands. OTHER_BLOCK, INCOMPLETE, SEVERAL_NODES: it contradicts itself. OTHER_NETWORK; DISAGREED: nodes differ. DEEP, BELOW_FINAL: the reorganisation that paused the chain. OTHER: see detail.",
          "PRUNED",
        ),
      ),
    block: count()
      .optional()
      .meta(meaning("The block it is about: of LAGS and SHORTER_BRANCH the node's tip.", 912_345)),
    ours: count().optional().meta(meaning("The block we stand at, or of DOWNLOADING the one it is to reach.", 912_350)),
    limit: count().optional().meta(meaning("Of DEEP: blocks that may be replaced without consent.", 100)),
    final: count().optional().meta(meaning("Of BELOW_FINAL: the block that was final.", 912_300)),
    status: count().optional().meta(meaning("Of HTTP: the node's status.", 502)),
    host: z.string().optional().meta(meaning("The node asked.", "node.example:8332")),
    method: z.string().optional().meta(meaning("What it was asked.", "getblock")),
    detail: z.string().optional().meta(meaning("What the node said, in its own words.", "Block not available")),
  })
  .meta({ id: "ChainFailure" });

export type ChainFailure = z.output<typeof chainFailure>;

/** A failure as it is stored; one of another release that cannot be read is left to the sentence. */
export const failureFrom = (stored: unknown): ChainFailure | undefined => chainFailure.safeParse(stored).data;
