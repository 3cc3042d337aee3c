import { forgotPassword } from "#lib/people/own-password.ts";
import { forgotPasswordEndpoint } from "#lib/people/link-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(forgotPasswordEndpoint, forgotPassword);
