import { serve } from "#lib/http/serve.ts";
import { readPayoutFileEndpoint } from "#lib/payouts/file-contract.ts";
import { readPayoutFile } from "#lib/payouts/make-file.ts";

export const GET = serve(readPayoutFileEndpoint, readPayoutFile);
