import { serve } from "#lib/http/serve.ts";
import { payerStateEndpoint } from "#lib/payments/payer-contract.ts";
import { payerState } from "#lib/payments/payer-state.ts";

export const GET = serve(payerStateEndpoint, payerState);
