import { serve } from "#lib/http/serve.ts";
import { cancelExportEndpoint } from "#lib/exports/contract.ts";
import { cancelExport } from "#lib/exports/exports.ts";

export const DELETE = serve(cancelExportEndpoint, cancelExport);
