import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { resolveEndpoint } from "#lib/resolutions/contract.ts";

export const POST = serve(resolveEndpoint, resolveOrAsk);
