import { listHouseBeneficiaries } from "#lib/beneficiaries/beneficiaries.ts";
import { listHouseBeneficiariesEndpoint } from "#lib/beneficiaries/contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listHouseBeneficiariesEndpoint, listHouseBeneficiaries);
