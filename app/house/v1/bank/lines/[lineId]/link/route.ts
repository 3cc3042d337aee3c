import { linkLineEndpoint } from "#lib/bank/contract.ts";
import { linkLine } from "#lib/bank/link-line.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(linkLineEndpoint, linkLine);
