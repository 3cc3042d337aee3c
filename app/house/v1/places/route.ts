import { serve } from "#lib/http/serve.ts";
import { listPlacesEndpoint } from "#lib/places/contract.ts";
import { listPlaces } from "#lib/places/list-places.ts";

export const GET = serve(listPlacesEndpoint, listPlaces);
