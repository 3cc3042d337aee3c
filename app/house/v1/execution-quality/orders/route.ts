import { serve } from "#lib/http/serve.ts";
import { listSoldOrdersEndpoint } from "#lib/liquidity/contract.ts";
import { listSoldOrders } from "#lib/liquidity/list-sold-orders.ts";

export const GET = serve(listSoldOrdersEndpoint, listSoldOrders);
