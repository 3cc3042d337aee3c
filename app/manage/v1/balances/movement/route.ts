import { serve } from "#lib/http/serve.ts";
import { getBalanceMovementEndpoint } from "#lib/ledger/contract.ts";
import { getBalanceMovement } from "#lib/ledger/get-balance-movement.ts";

export const GET = serve(getBalanceMovementEndpoint, getBalanceMovement);
