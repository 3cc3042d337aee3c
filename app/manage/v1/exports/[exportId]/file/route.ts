import { serve } from "#lib/http/serve.ts";
import { exportFileEndpoint } from "#lib/exports/contract.ts";
import { fetchExport } from "#lib/exports/exports.ts";

export const GET = serve(exportFileEndpoint, fetchExport);
