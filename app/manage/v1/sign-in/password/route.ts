import { setPassword } from "#lib/people/own-password.ts";
import { setPasswordEndpoint } from "#lib/people/link-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(setPasswordEndpoint, setPassword);
