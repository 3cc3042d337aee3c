import { serve } from "#lib/api/serve.ts";
import { payerStateEndpoint } from "#lib/payments/contract.ts";
import { payerState } from "#lib/payments/payer-state.ts";

export const GET = serve(payerStateEndpoint, payerState);
