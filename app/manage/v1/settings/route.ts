import { serve } from "#lib/api/serve.ts";
import { getSettingsEndpoint, patchSettingsEndpoint } from "#lib/settings/contract.ts";
import { getSettings, patchSettings } from "#lib/settings/get-settings.ts";

export const GET = serve(getSettingsEndpoint, getSettings);
export const PATCH = serve(patchSettingsEndpoint, patchSettings);
