import { serve } from "#lib/http/serve.ts";
import { endDestinationEndpoint } from "#lib/moves/contract.ts";
import { endDestination } from "#lib/moves/destinations.ts";

export const POST = serve(endDestinationEndpoint, endDestination);
