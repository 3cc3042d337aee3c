// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const quotePlan: Plan = { firm: "flag", price: "exact", proceeds: "exact", expiryTime: "whole" };

const venuePlan: Plan = {
  name: "text",
  firmQuotes: "flag",
  fenced: "flag",
  pairs: ["list", "text"],
  minimums: ["list", { asset: "text", quantity: "exact" }],
  state: "text",
  faults: "whole",
  "restsUntil?": "whole",
  "balances?": ["list", { symbol: "text", quantity: "exact" }],
  "quote?": quotePlan,
};

const venuesPlan: Plan = { data: ["list", venuePlan] };

export const listVenuesBeforeCall: Call<typeof contract.listVenuesBeforeEndpoint> = {
  method: "GET",
  path: "/manage/v1/venues",
  query: ["cryptoType", "fiat", "quantity"],
  answer: venuesPlan,
};

export const getExecutionQualityCall: Call<typeof contract.getExecutionQualityEndpoint> = {
  method: "GET",
  path: "/house/v1/execution-quality",
  query: ["startTime", "endTime"],
  answer: {
    data: [
      "list",
      {
        day: "text",
        strategy: "text",
        venue: "text",
        asset: "text",
        fiat: "text",
        orders: "whole",
        trades: "whole",
        quantity: "exact",
        proceeds: "exact",
        fees: "exact",
        atQuote: "exact",
        atExecution: "exact",
        drift: "exact",
        slippage: "exact",
        slippageBps: "exact",
      },
    ],
    accounts: [
      "list",
      {
        day: "text",
        strategy: "text",
        account: "text",
        event: "text",
        asset: "text",
        "networkType?": "text",
        amount: "exact",
      },
    ],
  },
};

export const listSoldOrdersCall: Call<typeof contract.listSoldOrdersEndpoint> = {
  method: "GET",
  path: "/house/v1/execution-quality/orders",
  query: ["startTime", "endTime", "fiat", "day", "strategy", "venue", "asset", "limit", "startsAfter"],
  answer: {
    data: [
      "list",
      {
        orderId: "text",
        at: "whole",
        day: "text",
        strategy: "text",
        venue: "text",
        asset: "text",
        fiat: "text",
        trades: "whole",
        side: "text",
        "account?": "text",
        "invoiceId?": "text",
        "paymentId?": "text",
        quantity: "exact",
        proceeds: "exact",
        fees: "exact",
        "midQuote?": "exact",
        "midExecution?": "exact",
        "atQuote?": "exact",
        "atExecution?": "exact",
        "drift?": "exact",
        "slippage?": "exact",
      },
    ],
    startsAfter: ["null", "text"],
  },
};

export const getExposureCall: Call<typeof contract.getExposureEndpoint> = {
  method: "GET",
  path: "/house/v1/exposure",
  answer: {
    data: [
      "list",
      {
        asset: "text",
        "networkType?": "text",
        position: "exact",
        byFiat: ["list", { fiat: "text", position: "exact" }],
      },
    ],
    hedging: ["list", { asset: "text", fiat: "text", quantity: "exact", side: "text" }],
    cryptos: [
      "list",
      {
        asset: "text",
        promised: "exact",
        seen: "exact",
        held: "exact",
        hedged: "exact",
        open: "exact",
        "limit?": "exact",
        "ageMs?": "whole",
      },
    ],
    promises: ["list", { fiat: "text", open: "exact", "limit?": "exact" }],
    limits: ["list", { asset: "text", exposed: "exact", limit: "exact" }],
  },
};

export const neverPlacedCall: Call<typeof contract.neverPlacedEndpoint> = {
  method: "POST",
  path: "/house/v1/orders/[orderId]/never-placed",
  body: ["note"],
  answer: {
    orderId: "text",
    venue: "text",
    purpose: "text",
    side: "text",
    asset: "text",
    fiat: "text",
    quantity: "exact",
    status: "text",
  },
  schema: async () => (await schemas()).neverPlacedEndpoint.body,
};

export const listVenuesCall: Call<typeof contract.listVenuesEndpoint> = {
  method: "GET",
  path: "/house/v1/venues",
  query: ["cryptoType", "fiat", "quantity"],
  answer: venuesPlan,
};
