import { linkLineOrAsk } from "#lib/approvals/link-or-ask.ts";
import { linkLineEndpoint } from "#lib/bank/contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(linkLineEndpoint, linkLineOrAsk);
