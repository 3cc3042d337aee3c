import { resetPasswordEndpoint } from "#lib/access/user-contract.ts";
import { resetPassword } from "#lib/access/users.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(resetPasswordEndpoint, resetPassword);
