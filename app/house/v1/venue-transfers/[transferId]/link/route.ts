import { linkTransferOrAsk } from "#lib/approvals/link-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { linkVenueTransferEndpoint } from "#lib/transfers/contract.ts";

export const POST = serve(linkVenueTransferEndpoint, linkTransferOrAsk);
