import { muteHouseCaseEndpoint } from "#lib/cases/house-contract.ts";
import { muteCase } from "#lib/cases/work-case.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(muteHouseCaseEndpoint, muteCase);
