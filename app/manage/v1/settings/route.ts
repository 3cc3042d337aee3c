import { serve } from "#lib/http/serve.ts";
import { patchSettingsOrAsk } from "#lib/approvals/or-ask.ts";
import { getSettingsEndpoint, patchSettingsEndpoint } from "#lib/settings/contract.ts";
import { getSettings } from "#lib/settings/get-settings.ts";

export const GET = serve(getSettingsEndpoint, getSettings);
export const PATCH = serve(patchSettingsEndpoint, patchSettingsOrAsk);
