import { serve } from "#lib/http/serve.ts";
import { saveCustomerEndpoint } from "#lib/customers/contract.ts";
import { saveCustomer } from "#lib/customers/get-customer.ts";

export const GET = serve(saveCustomerEndpoint, saveCustomer);
