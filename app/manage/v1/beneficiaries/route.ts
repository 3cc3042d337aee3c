import { serve } from "#lib/http/serve.ts";
import { makeBeneficiaryOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { listBeneficiaries } from "#lib/beneficiaries/beneficiaries.ts";
import { listBeneficiariesEndpoint, makeBeneficiaryEndpoint } from "#lib/beneficiaries/contract.ts";

export const GET = serve(listBeneficiariesEndpoint, listBeneficiaries);
export const POST = serve(makeBeneficiaryEndpoint, makeBeneficiaryOrAsk);
