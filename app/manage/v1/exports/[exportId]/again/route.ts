import { serve } from "#lib/http/serve.ts";
import { writeExportAgainEndpoint } from "#lib/exports/contract.ts";
import { writeAgain } from "#lib/exports/exports.ts";

export const POST = serve(writeExportAgainEndpoint, writeAgain);
