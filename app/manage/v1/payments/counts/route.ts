import { serve } from "#lib/http/serve.ts";
import { countPaymentsEndpoint } from "#lib/payments/count-contract.ts";
import { countPayments } from "#lib/payments/get-summary.ts";

export const POST = serve(countPaymentsEndpoint, countPayments);
