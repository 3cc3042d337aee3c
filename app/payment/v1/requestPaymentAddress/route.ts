import { serve } from "#lib/api/serve.ts";
import { requestPaymentAddressEndpoint } from "#lib/bills/contract.ts";
import { requestAddress } from "#lib/bills/request-address.ts";

export const POST = serve(requestPaymentAddressEndpoint, requestAddress);
