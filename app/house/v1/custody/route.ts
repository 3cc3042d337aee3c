import { serve } from "#lib/http/serve.ts";
import { getCustodyEndpoint } from "#lib/outgoing/contract.ts";
import { getCustody } from "#lib/outgoing/get-custody.ts";

export const GET = serve(getCustodyEndpoint, getCustody);
