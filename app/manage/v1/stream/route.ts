import { serve } from "#lib/api/serve.ts";
import { openStream } from "#lib/webhooks/stream.ts";
import { streamEndpoint } from "#lib/webhooks/stream-contract.ts";

export const GET = serve(streamEndpoint, openStream);
