import { serve } from "#lib/http/serve.ts";
import { takeSignedEndpoint } from "#lib/signing/contract.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";

export const POST = serve(takeSignedEndpoint, takeSigned);
