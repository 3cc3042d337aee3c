import { serve } from "#lib/http/serve.ts";
import { linkVenueTransferEndpoint } from "#lib/transfers/contract.ts";
import { linkVenueTransfer } from "#lib/transfers/link-transfer.ts";

export const POST = serve(linkVenueTransferEndpoint, linkVenueTransfer);
