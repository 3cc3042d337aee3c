import { serve } from "#lib/http/serve.ts";
import { listExportsEndpoint, makeExportEndpoint } from "#lib/exports/contract.ts";
import { listExports, makeExport } from "#lib/exports/exports.ts";

export const GET = serve(listExportsEndpoint, listExports);
export const POST = serve(makeExportEndpoint, makeExport);
