import { serve } from "#lib/http/serve.ts";
import { getPlaceHistoryEndpoint } from "#lib/places/contract.ts";
import { getPlaceHistory } from "#lib/places/get-place-history.ts";

export const GET = serve(getPlaceHistoryEndpoint, getPlaceHistory);
