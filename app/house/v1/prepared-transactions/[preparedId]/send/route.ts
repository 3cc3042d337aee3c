import { serve } from "#lib/http/serve.ts";
import { sendPreparedEndpoint } from "#lib/signing/contract.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";

export const POST = serve(sendPreparedEndpoint, sendPrepared);
