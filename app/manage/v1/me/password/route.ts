import { changePassword } from "#lib/people/own-password.ts";
import { changePasswordEndpoint } from "#lib/people/me-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(changePasswordEndpoint, changePassword);
