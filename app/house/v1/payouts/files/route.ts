import { serve } from "#lib/http/serve.ts";
import { listPayoutFilesEndpoint, makePayoutFileEndpoint } from "#lib/payouts/file-contract.ts";
import { listPayoutFiles, makePayoutFile } from "#lib/payouts/make-file.ts";

export const GET = serve(listPayoutFilesEndpoint, listPayoutFiles);
export const POST = serve(makePayoutFileEndpoint, makePayoutFile);
