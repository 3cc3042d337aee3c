import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { ASSET, meaning, NETWORK, NETWORK_TYPE, SANDBOX, TX_HASH } from "#lib/contract/meanings.ts";
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

const finding = z
  .object({
    findingId: z.string().meta(meaning("Identifier of what was found.", IDS.deposit)),
    network: z.enum(NETWORKS).meta(NETWORK),
    asset: z.enum(CRYPTOS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    address: z.string().meta(meaning("Address of ours.", "bc1q…")),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    txHash: z.string().optional().meta(TX_HASH),
    outputIndex: count()
      .optional()
      .meta(meaning("Of an output that nothing here knows of: which of its transaction.", 0)),
    difference: exact().meta(meaning("What the node has there less what the books have.", 0.01)),
    height: count().meta(meaning("Block of the output, or at which the account was asked for.", 912_345)),
    foundAt: time().meta(meaning("When it was found, by the business clock, epoch milliseconds.")),
  })
  .meta({ id: "CustodyFinding" });

export const SCAN_STATES = ["WAITING", "RUNNING", "DONE", "ABORTED", "FAILED"] as const;

const scan = z
  .object({
    scanId: z.string().meta(meaning("Identifier of the scan.", IDS.deposit)),
    network: z.enum(NETWORKS).meta(NETWORK),
    status: z.enum(SCAN_STATES).meta(meaning("State.", "RUNNING")),
    progress: count().meta(meaning("Per cent of the node's outputs that it has read.", 43)),
    askedBy: z.string().meta(meaning("Who requested it; the worker does so daily.", "staff:Hugo")),
    askedAt: time().meta(meaning("When it was requested, by the business clock, epoch milliseconds.")),
    abortBy: z.string().optional().meta(meaning("Who wants it to end.", "staff:Hugo")),
    scripts: count().optional().meta(meaning("How many of our scripts were looked for.", 20_000)),
    height: count().optional().meta(meaning("The block at which the node looked.", 912_345)),
    unknown: count().optional().meta(meaning("Outputs that nothing here knows of.", 0)),
    fault: z
      .string()
      .optional()
      .meta(meaning("Why it failed.", "The node at localhost:8332 does not answer properly.")),
    endedAt: time().optional().meta(meaning("When it ended, by the business clock, epoch milliseconds.")),
  })
  .meta({ id: "CustodyScan" });
export type ScanRecord = z.output<typeof scan>;

export const scanCustodyEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/custody/scans",
  scope: "house:chains",
  summary:
    "Has the node of bitcoin or bitcoincash scan for outputs of ours that nothing here knows of, or ends the scan.",
  description:
    "A node reads all its outputs for it, minutes on the main net, one scan at a time. The answer does not wait for that: see GET /house/v1/custody.",
  body: z.object({
    network: oneOf(["bitcoin", "bitcoincash"]).meta(NETWORK),
    action: oneOf(["START", "ABORT"]).meta(meaning("What to do.", "START")),
  }),
  answer: scan,
  refuses: ["INVALID_STATE"],
});

export const getCustodyEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/custody",
  scope: "house:read",
  summary: "Answers what the nodes said last of what lies on the operator's addresses, beside the books.",
  description:
    "Proven daily, and by `desk custody check`. A difference is a case of the operator, and so is each account or output of which it comes, as far as it is known.",
  answer: z
    .object({
      data: z.array(proof).meta(meaning("The last proof of each asset.")),
      findings: z.array(finding).meta(meaning("Where exactly nodes and books differ, the oldest first; at most 500.")),
      scans: z.array(scan).meta(meaning("The last scan of each network.")),
    })
    .meta({ id: "CustodyProofs" }),
});
