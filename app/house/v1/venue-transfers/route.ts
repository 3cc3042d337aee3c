import { serve } from "#lib/http/serve.ts";
import { listVenueTransfersEndpoint } from "#lib/transfers/contract.ts";
import { listVenueTransfers } from "#lib/transfers/link-transfer.ts";

export const GET = serve(listVenueTransfersEndpoint, listVenueTransfers);
