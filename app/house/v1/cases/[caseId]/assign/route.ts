import { assignHouseCaseEndpoint } from "#lib/cases/house-contract.ts";
import { assignCase } from "#lib/cases/work-case.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(assignHouseCaseEndpoint, assignCase);
