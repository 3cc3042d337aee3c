import { serve } from "#lib/http/serve.ts";
import { listPlaceEntriesEndpoint } from "#lib/places/contract.ts";
import { listPlaceEntries } from "#lib/places/list-place-entries.ts";

export const GET = serve(listPlaceEntriesEndpoint, listPlaceEntries);
