import { getPeriodFile } from "#lib/exports/statement-file.ts";
import { serve } from "#lib/http/serve.ts";
import { getPeriodFileEndpoint } from "#lib/settlements/statement-contract.ts";

export const GET = serve(getPeriodFileEndpoint, getPeriodFile);
