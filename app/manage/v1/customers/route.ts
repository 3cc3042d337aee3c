import { serve } from "#lib/http/serve.ts";
import { listCustomersEndpoint } from "#lib/customers/contract.ts";
import { listCustomers } from "#lib/customers/list-customers.ts";

export const GET = serve(listCustomersEndpoint, listCustomers);
