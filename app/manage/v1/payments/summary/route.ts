import { serve } from "#lib/http/serve.ts";
import { getSummaryEndpoint } from "#lib/payments/contract.ts";
import { getSummary } from "#lib/payments/get-summary.ts";

export const GET = serve(getSummaryEndpoint, getSummary);
