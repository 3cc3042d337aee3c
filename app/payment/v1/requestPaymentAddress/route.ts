import { serve } from "#lib/http/serve.ts";
import { requestPaymentAddressEndpoint } from "#lib/bills/contract.ts";
import { requestAddress } from "#lib/bills/request-address.ts";

export const POST = serve(requestPaymentAddressEndpoint, requestAddress);
