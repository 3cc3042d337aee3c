import { renewRecoveryCodesEndpoint } from "#lib/access/own-contract.ts";
import { renewRecoveryCodes } from "#lib/access/second-factor.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(renewRecoveryCodesEndpoint, renewRecoveryCodes);
