import { serve } from "#lib/http/serve.ts";
import { assignCaseEndpoint } from "#lib/cases/contract.ts";
import { assignCase } from "#lib/cases/work-case.ts";

export const POST = serve(assignCaseEndpoint, assignCase);
