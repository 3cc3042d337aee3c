import { noteHouseCaseEndpoint } from "#lib/cases/house-contract.ts";
import { noteCase } from "#lib/cases/work-case.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(noteHouseCaseEndpoint, noteCase);
