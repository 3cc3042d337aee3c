import { z } from "zod";
import { listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { oneOf, text } from "#lib/contract/fields.ts";
import { APPROVAL_ID, ASSET, meaning, NETWORK_TYPE } from "#lib/contract/meanings.ts";
import { NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";

/** ACTIVE: money may go there. A listed address is held whatever its state. */
export const BENEFICIARY_STATES = ["REQUESTED", "ACTIVE", "REJECTED", "RETIRED"] as const;

const BENEFICIARY_ID = meaning("Identifier of a beneficiary.", IDS.beneficiary);
const NAME = meaning("Who is paid: the holder of the account or address.", "Acme Trading GmbH");
const ADDRESS = meaning("Address on the asset's chain.", IDS.address);
const IBAN = meaning("IBAN of the bank account.", "DE89370400440532013000");
const ACCOUNT_NUMBER = meaning("Number of a bank account that has no IBAN.", "12345678");
const BIC = meaning("BIC of its bank.", "COBADEFFXXX");

/** Where an account's money may go. */
export const beneficiaryRecord = z
  .object({
    beneficiaryId: z.string().meta(BENEFICIARY_ID),
    name: z.string().meta(NAME),
    asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    address: z.string().optional().meta(ADDRESS),
    iban: z.string().optional().meta(IBAN),
    accountNumber: z.string().optional().meta(ACCOUNT_NUMBER),
    bic: z.string().optional().meta(BIC),
    status: z
      .enum(BENEFICIARY_STATES)
      .meta(meaning("REQUESTED waits for a second person; money goes to an ACTIVE one alone.", "ACTIVE")),
    held: z
      .boolean()
      .meta(meaning("Whether its address stands on the newest list of sanctioned ones: nothing goes there.", false)),
    approvalId: z.string().optional().meta(APPROVAL_ID),
    madeBy: z.string().meta(meaning("Who asked for it.", "staff:Ada")),
    madeAt: time().meta(meaning("When it was asked for, epoch milliseconds.")),
    activeAt: time().optional().meta(meaning("Since when money may go there, epoch milliseconds.")),
    usableFrom: time()
      .optional()
      .meta(
        meaning(
          "From when on payouts may go there, epoch milliseconds: of a bank account in live 24 hours after it became ACTIVE.",
        ),
      ),
    endedAt: time().optional().meta(meaning("When it was rejected or retired, epoch milliseconds.")),
    endedBy: z.string().optional().meta(meaning("Who ended it.", "staff:Grace")),
  })
  .meta({ id: "Beneficiary" });
export type BeneficiaryRecord = z.output<typeof beneficiaryRecord>;

export const listBeneficiariesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/beneficiaries",
  scope: "account:read",
  summary: "Answers where the account's money may go, newest first; the ended ones stay on record.",
  answer: listOf(beneficiaryRecord).meta({ id: "BeneficiaryList" }),
});

export const listHouseBeneficiariesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/beneficiaries",
  scope: "house:read",
  summary: "Answers where an account's money may go, newest first, for the operator's terms and payouts.",
  query: z.object({ account: text(1, 128).meta(meaning("Name of the account.", "acme")) }),
  answer: listOf(beneficiaryRecord).meta({ id: "BeneficiaryList" }),
  refuses: ["NOT_FOUND"],
});

export const makeBeneficiaryEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/beneficiaries",
  scope: "payouts:request",
  summary: "Asks for a place where money of one asset may go: an address or a bank account.",
  description:
    "Where the setting secondPerson is always, it is REQUESTED, and answered by 202, until a second person of the account agrees. An address of the operator's own wallets is refused unless a bill holds it; one on the sanctions list is held.",
  body: z.object({
    name: text(1, 70).meta(NAME),
    asset: oneOf(ASSET_SYMBOLS).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    address: text(1, 128).optional().meta(ADDRESS),
    iban: text(1, 64).optional().meta(IBAN),
    accountNumber: text(1, 40).optional().meta(ACCOUNT_NUMBER),
    bic: text(8, 11).optional().meta(BIC),
  }),
  answer: beneficiaryRecord,
  waiting: ({ status }) => status === "REQUESTED",
  refuses: ["INVALID_STATE"],
});

export const retireBeneficiaryEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/beneficiaries/[beneficiaryId]/retire",
  params: { beneficiaryId: BENEFICIARY_ID },
  scope: "payouts:request",
  summary: "Takes a beneficiary off the list at once; payouts to it that are not approved yet cannot be any more.",
  answer: beneficiaryRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
