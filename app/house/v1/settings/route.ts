import { patchHouseSettingsOrAsk } from "#lib/approvals/or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { getHouseSettingsEndpoint, patchHouseSettingsEndpoint } from "#lib/settings/contract.ts";
import { getHouseSettings } from "#lib/settings/get-settings.ts";

export const GET = serve(getHouseSettingsEndpoint, getHouseSettings);
export const PATCH = serve(patchHouseSettingsEndpoint, patchHouseSettingsOrAsk);
