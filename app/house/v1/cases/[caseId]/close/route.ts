import { closeHouseCaseEndpoint } from "#lib/cases/house-contract.ts";
import { closeCase } from "#lib/cases/work-case.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(closeHouseCaseEndpoint, closeCase);
