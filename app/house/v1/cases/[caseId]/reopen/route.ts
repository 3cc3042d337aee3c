import { reopenHouseCaseEndpoint } from "#lib/cases/house-contract.ts";
import { reopenCase } from "#lib/cases/work-case.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(reopenHouseCaseEndpoint, reopenCase);
