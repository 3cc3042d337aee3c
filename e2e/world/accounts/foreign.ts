import type { Api } from "#e2e/world/api.ts";
import type { ApiRequest, Got } from "#e2e/world/client.ts";
import { whoseIs } from "#lib/contract/permissions.ts";
import type { Party } from "./parties.ts";
import { kindOf, requestFor, type Slot } from "./slots.ts";

/** Fields that look like identifiers and name nothing of an account's. */
export const NAMELESS: Readonly<Record<string, string>> = {
  "recordPayout txHash": "the payer's own text, kept as it is",
  "makeBeneficiary address": "a place in the world, which anybody may pay to",
  "checkRefund address": "a place in the world, which the payer names",
  "giveRefundAddress address": "a place in the world, which the payer names",
  "payerState paymentId": "the payer's page is public",
  "removePasskey passkeyId": "of the person, not of an account",
  "renamePasskey passkeyId": "of the person, not of an account",
  "playTransfer address": "a place in the world, where the house's venue pays to",
  "playTransfer txHash": "the name of a transaction that is made up, the chain's and nobody's",
  "leaveAccount account": "an account of one's own; any other is answered as one that nobody has",
  "sign preparedId": "the house's own, which the sandbox's published keys sign for anybody",
  "spend txHash": "the name of a transaction that is made up, the chain's and nobody's",
};

/** The house names every account, and what is its own is nobody else's: its operations refuse all of these askers alike. */
export const isOfHouse = ({ operation }: Slot): boolean => whoseIs(operation.endpoint.scope) === "house";

/** Keys ask for payments, people for the rest: each is allowed what it asks for. */
export const askerOf = ({ key, admin }: Party, { operation }: Slot): Partial<ApiRequest> =>
  operation.endpoint.path.startsWith("/manage/") ? admin : key;

/** What of an answer must not tell a foreign object from none: all but what is new with each request. */
export function comparable({ status, headers, text }: Got, id: string): string {
  const body = text.replaceAll(id, "ID").replaceAll(/"(requestId|exportId|createdAt)":("[^"]*"|\d+)/g, '"$1":0');
  return JSON.stringify({
    status,
    type: headers["content-type"],
    etag: headers["etag"],
    at: headers["location"],
    body,
  });
}

/** A party's identifier for a slot; of a list's next page, the token that this very list gives it. */
export async function idFor(api: Api, slot: Slot, party: Party): Promise<string> {
  if (kindOf(slot) !== "cursor") return party.objects[kindOf(slot)];
  const { target } = requestFor(slot, party.objects, undefined);
  const list = `${target.replace(/limit=\d+/, "")}${target.includes("?") ? "&" : "?"}limit=1`.replace("?&", "?");
  const page = await api.send({ target: list, ...askerOf(party, slot) });
  const { startsAfter, cursor } = page.as<{ startsAfter?: string; cursor?: string }>();
  return startsAfter ?? cursor ?? party.objects.cursor;
}

/** What a party is answered when it names this in the slot, and its own objects everywhere else. */
export async function answerTo(api: Api, slot: Slot, party: Party, id: string): Promise<string> {
  return comparable(await api.send({ ...requestFor(slot, party.objects, id), ...askerOf(party, slot) }), id);
}
