import { verifyHouseAuditEndpoint } from "#lib/audit/contract.ts";
import { verifyHouseAudit } from "#lib/audit/verify-audit.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(verifyHouseAuditEndpoint, verifyHouseAudit);
