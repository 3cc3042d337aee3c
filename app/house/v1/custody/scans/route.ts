import { serve } from "#lib/http/serve.ts";
import { askScan } from "#lib/outgoing/ask-scan.ts";
import { scanCustodyEndpoint } from "#lib/outgoing/contract.ts";

export const POST = serve(scanCustodyEndpoint, askScan);
