import { renewRecoveryCodesEndpoint } from "#lib/people/me-contract.ts";
import { renewRecoveryCodes } from "#lib/people/second-factor.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(renewRecoveryCodesEndpoint, renewRecoveryCodes);
