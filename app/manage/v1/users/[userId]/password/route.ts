import { resetPasswordEndpoint } from "#lib/people/user-contract.ts";
import { resetPassword } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(resetPasswordEndpoint, resetPassword);
