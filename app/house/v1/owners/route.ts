import { serve } from "#lib/http/serve.ts";
import { listOwnersEndpoint } from "#lib/places/contract.ts";
import { listOwners } from "#lib/places/list-owners.ts";

export const GET = serve(listOwnersEndpoint, listOwners);
