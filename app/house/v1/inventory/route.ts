import { serve } from "#lib/http/serve.ts";
import { listInventoryEndpoint, setStockEndpoint } from "#lib/inventory/contract.ts";
import { listInventory, setStock } from "#lib/inventory/inventory.ts";

export const GET = serve(listInventoryEndpoint, listInventory);
export const PATCH = serve(setStockEndpoint, setStock);
