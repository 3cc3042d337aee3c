import { serve } from "#lib/http/serve.ts";
import { getPaymentEndpoint } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";

export const GET = serve(getPaymentEndpoint, getPayments);
