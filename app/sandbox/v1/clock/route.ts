import { serve } from "#lib/http/serve.ts";
import { moveClock } from "#lib/sandbox/market-controls.ts";
import { advanceClockEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(advanceClockEndpoint, moveClock);
