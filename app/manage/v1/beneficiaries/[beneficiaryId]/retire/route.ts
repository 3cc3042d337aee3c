import { serve } from "#lib/http/serve.ts";
import { retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { retireBeneficiaryEndpoint } from "#lib/beneficiaries/contract.ts";

export const POST = serve(retireBeneficiaryEndpoint, retireBeneficiary);
