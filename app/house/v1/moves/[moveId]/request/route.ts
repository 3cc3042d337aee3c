import { askForMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { askForMoveEndpoint } from "#lib/moves/contract.ts";

export const POST = serve(askForMoveEndpoint, askForMoveOrAsk);
