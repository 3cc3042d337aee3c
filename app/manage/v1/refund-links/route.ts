import { serve } from "#lib/http/serve.ts";
import { listRefundLinks, makeRefundLink } from "#lib/payouts/make-refund-link.ts";
import { listRefundLinksEndpoint, makeRefundLinkEndpoint } from "#lib/payouts/refund-contract.ts";

export const GET = serve(listRefundLinksEndpoint, listRefundLinks);
export const POST = serve(makeRefundLinkEndpoint, makeRefundLink);
