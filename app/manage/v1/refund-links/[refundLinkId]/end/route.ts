import { serve } from "#lib/http/serve.ts";
import { endRefundLink } from "#lib/payouts/make-refund-link.ts";
import { endRefundLinkEndpoint } from "#lib/payouts/refund-contract.ts";

export const POST = serve(endRefundLinkEndpoint, endRefundLink);
