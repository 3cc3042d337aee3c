import { serve } from "#lib/http/serve.ts";
import { getCustomerEndpoint } from "#lib/customers/contract.ts";
import { getCustomer } from "#lib/customers/get-customer.ts";

export const GET = serve(getCustomerEndpoint, getCustomer);
