import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { ASSET, meaning, NETWORK, NETWORK_TYPE } from "#lib/contract/meanings.ts";
import { CRYPTOS, GAS_ASSETS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";

const proof = z
  .object({
    network: z.enum(NETWORKS).meta(NETWORK),
    asset: z.enum([...CRYPTOS, ...GAS_ASSETS]).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    ledger: exact().meta(meaning("What the books held at that block.", 0.4995)),
    waiting: exact().meta(meaning("In blocks and not in the books yet: what comes less what has left.", 0)),
    node: exact().meta(meaning("What the node says lies on addresses of ours.", 0.4995)),
    difference: exact().meta(meaning("What the node says less the books and what waits for them.", 0)),
    asked: count().meta(meaning("Outputs, or accounts, that the node was asked about.", 12)),
    height: count().meta(meaning("The block.", 912_345)),
    provenAt: time().meta(meaning("When, by the business clock, epoch milliseconds.")),
  })
  .meta({ id: "CustodyProof" });

export const getCustodyEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/custody",
  scope: "house:read",
  summary: "Answers what the nodes said last of what lies on the house's addresses, beside the books.",
  description: "Proven daily, and by `desk custody check`. A difference is a case of the house.",
  answer: z
    .object({ data: z.array(proof).meta(meaning("The last proof of each asset.")) })
    .meta({ id: "CustodyProofs" }),
});
