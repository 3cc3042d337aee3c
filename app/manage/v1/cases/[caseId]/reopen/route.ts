import { serve } from "#lib/http/serve.ts";
import { reopenCaseEndpoint } from "#lib/cases/contract.ts";
import { reopenCase } from "#lib/cases/work-case.ts";

export const POST = serve(reopenCaseEndpoint, reopenCase);
