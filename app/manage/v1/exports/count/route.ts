import { serve } from "#lib/http/serve.ts";
import { countExportEndpoint } from "#lib/exports/contract.ts";
import { countExport } from "#lib/exports/exports.ts";

export const POST = serve(countExportEndpoint, countExport);
