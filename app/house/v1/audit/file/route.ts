import { houseAuditFileEndpoint } from "#lib/audit/contract.ts";
import { houseAuditFile } from "#lib/exports/house-audit-file.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(houseAuditFileEndpoint, houseAuditFile);
