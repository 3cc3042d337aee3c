// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const custodyScanPlan: Plan = {
  scanId: "text",
  network: "text",
  status: "text",
  progress: "whole",
  askedBy: "text",
  askedAt: "whole",
  "abortBy?": "text",
  "scripts?": "whole",
  "height?": "whole",
  "unknown?": "whole",
  "fault?": "text",
  "endedAt?": "whole",
};

export const getCustodyCall: Call<typeof contract.getCustodyEndpoint> = {
  method: "GET",
  path: "/house/v1/custody",
  answer: {
    data: [
      "list",
      {
        network: "text",
        asset: "text",
        "networkType?": "text",
        ledger: "exact",
        waiting: "exact",
        node: "exact",
        difference: "exact",
        asked: "whole",
        height: "whole",
        provenAt: "whole",
      },
    ],
    findings: [
      "list",
      {
        findingId: "text",
        network: "text",
        asset: "text",
        "networkType?": "text",
        address: "text",
        "sandbox?": "flag",
        "txHash?": "text",
        "outputIndex?": "whole",
        difference: "exact",
        height: "whole",
        foundAt: "whole",
      },
    ],
    scans: ["list", custodyScanPlan],
  },
};

export const scanCustodyCall: Call<typeof contract.scanCustodyEndpoint> = {
  method: "POST",
  path: "/house/v1/custody/scans",
  body: ["network", "action"],
  answer: custodyScanPlan,
  schema: async () => (await schemas()).scanCustodyEndpoint.body,
};
