import { serve } from "#lib/http/serve.ts";
import { closeCaseEndpoint } from "#lib/cases/contract.ts";
import { closeCase } from "#lib/cases/work-case.ts";

export const POST = serve(closeCaseEndpoint, closeCase);
