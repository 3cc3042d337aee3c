import { addDestinationOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { addDestinationEndpoint, listDestinationsEndpoint } from "#lib/moves/contract.ts";
import { listDestinations } from "#lib/moves/destinations.ts";

export const GET = serve(listDestinationsEndpoint, listDestinations);
export const POST = serve(addDestinationEndpoint, addDestinationOrAsk);
