import { z } from "zod";
import { count, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { PAYMENT_ID, TX_HASH, TX_ID, meaning } from "#lib/contract/meanings.ts";
import { NETWORKS } from "#lib/kernel/assets.ts";

const list = z
  .object({
    source: z.string().meta(meaning("Who publishes it.", "OFAC SDN")),
    publishedOn: z.string().meta(meaning("Its day of publication.", "2026-11-20")),
    sha256: z
      .string()
      .meta(meaning("SHA-256 of the file.", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")),
    entries: count().meta(meaning("Persons, companies, vessels and aircraft on it.", 18_264)),
    addresses: count().meta(meaning("Addresses on the chains that are watched.", 912)),
    importedAt: time().meta(meaning("When it was taken into use, epoch milliseconds.")),
    importedBy: z.string().meta(meaning("Who did.", "operator")),
  })
  .meta({ id: "SanctionsList" });

const hit = z
  .object({
    txId: z.string().meta(TX_ID),
    account: z.string().meta(meaning("The account it came to.", "acme")),
    paymentId: z.string().meta(PAYMENT_ID),
    txHash: z.string().meta(TX_HASH),
    status: z.string().meta(meaning("How the deposit stands now.", "HELD")),
    network: z.enum(NETWORKS).meta(meaning("Chain.", "eth")),
    address: z.string().meta(meaning("The sender, as it is compared.", "0x901bb9583b24d97e995513c6778dc6888ab6870e")),
    entry: z.string().meta(meaning("The list's number of whose address it is.", "36618")),
    name: z.string().meta(meaning("Whose address it is.", "EXAMPLE TRADING CO")),
    programs: z.string().meta(meaning("The programmes they are listed under.", "CYBER2")),
    foundAt: time().meta(meaning("When it was found, epoch milliseconds.")),
  })
  .meta({ id: "ScreeningHit" });

export const screeningRecord = z
  .object({
    list: list.optional().meta(meaning("The list in use; absent: none was imported, and nothing is screened.")),
    untold: count().meta(
      meaning("Deposits of the last thirty days of which no node told who paid; they are not screened.", 0),
    ),
    hits: z.array(hit).meta(meaning("Deposits whose sender stands on a list, newest first, at most 500.")),
  })
  .meta({ id: "Screening" });

export type ScreeningRecord = z.output<typeof screeningRecord>;

export const getScreeningEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/screening",
  scope: "house:audit",
  summary: "Answers the sanctions list in use, and the deposits whose sender stands on one.",
  answer: screeningRecord,
  refuses: [],
});
