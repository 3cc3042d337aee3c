import { serve } from "#lib/http/serve.ts";
import { listAssets } from "#lib/bills/list-assets.ts";
import { listAssetsEndpoint } from "#lib/settings/contract.ts";

export const GET = serve(listAssetsEndpoint, listAssets);
