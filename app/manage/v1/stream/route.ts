import { serve } from "#lib/http/serve.ts";
import { openStream } from "#lib/events/stream.ts";
import { streamEndpoint } from "#lib/events/stream-contract.ts";

export const GET = serve(streamEndpoint, openStream);
