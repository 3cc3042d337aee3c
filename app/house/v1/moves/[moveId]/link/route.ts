import { serve } from "#lib/http/serve.ts";
import { linkMoveEndpoint } from "#lib/moves/contract.ts";
import { linkMoveOrAsk } from "#lib/approvals/link-or-ask.ts";

export const POST = serve(linkMoveEndpoint, linkMoveOrAsk);
