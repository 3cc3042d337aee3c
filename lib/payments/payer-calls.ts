// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./payer-contract.ts";

export const payerStateCall: Call<typeof contract.payerStateEndpoint> = {
  method: "GET",
  path: "/pay/[paymentId]/state",
  answer: {
    cryptoType: "text",
    "networkType?": "text",
    network: "text",
    quantity: "exact",
    quantityReceived: "exact",
    quantitySeen: "exact",
    quantityMissing: "exact",
    quantityDeclined: "exact",
    late: "flag",
    reversed: "flag",
    wrongAsset: "flag",
    fiat: "text",
    fiatReceivable: "exact",
    address: "text",
    status: "text",
    amountStatus: "text",
    confirmationsRequired: "whole",
    "feeRate?": "exact",
    "deposits?": ["list", { txHash: "text", quantity: "exact", firstSeen: "whole" }],
    "refunds?": [
      "list",
      { cryptoType: "text", "networkType?": "text", quantity: "exact", status: "text", "txHash?": "text" },
    ],
    "merchantName?": "text",
    "returnUrl?": "text",
    "sandbox?": "flag",
    expiryTime: "whole",
    serverTime: "whole",
  },
};
