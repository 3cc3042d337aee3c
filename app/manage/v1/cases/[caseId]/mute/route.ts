import { serve } from "#lib/http/serve.ts";
import { muteCaseEndpoint } from "#lib/cases/contract.ts";
import { muteCase } from "#lib/cases/work-case.ts";

export const POST = serve(muteCaseEndpoint, muteCase);
