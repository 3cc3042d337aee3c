import { serve } from "#lib/http/serve.ts";
import { setVenue } from "#lib/sandbox/market-controls.ts";
import { setVenueEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(setVenueEndpoint, setVenue);
