import { serve } from "#lib/http/serve.ts";
import { signEndpoint } from "#lib/sandbox/contract.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";

export const POST = serve(signEndpoint, signPrepared);
