import { serve } from "#lib/http/serve.ts";
import { noteCaseEndpoint } from "#lib/cases/contract.ts";
import { noteCase } from "#lib/cases/work-case.ts";

export const POST = serve(noteCaseEndpoint, noteCase);
