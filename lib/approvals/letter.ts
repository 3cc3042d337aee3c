import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { DEFAULT } from "#lib/settings/setting.ts";

/** What a letter says of a request: in one line what will happen, and in full with its figures. */
export type ApprovalLetter = { subject: string; text: string };

/** Free text of the requester is quoted, on one line and cut, so that it cannot pass for a sentence of the letter. */
const MOST_QUOTED = 128;

/** The letter to everybody who may decide a request: what will happen in figures. It carries no right of its own. */
export function letterOf(approval: ApprovalRecord): ApprovalLetter {
  const { askedBy, account, expiresAt } = approval;
  const title = titleOf(approval);
  const lines = factsOf(approval).map(([name, value]) => `  ${name}: ${value}`);
  return {
    subject: `${title} needs your decision`,
    text: [
      `${askerOf(askedBy)} requests the following for ${account === undefined ? "the house" : `the account ${account}`}:`,
      "",
      title,
      ...lines,
      "",
      ...(approval.needs === 2 ? ["Two people have to approve it: the account owes the house.", ""] : []),
      `${approval.payout?.payoutId === undefined ? "Nothing is done or reserved yet." : "The money is reserved while it waits, and nothing has left."} The request expires at ${new Date(expiresAt).toISOString()} unless somebody other than the requester decides it. Sign in to approve or decline it; this link by itself decides nothing:`,
    ].join("\n"),
  };
}

function titleOf({ what, payout, changes = [], request = {} }: ApprovalRecord): string {
  if (payout) return `Payout of ${payout.quantity.toString()} ${symbolOf(payout)}`;
  if (what !== "setting") return what === "payout" ? "Payout" : TITLES[what](request);
  const [first, ...more] = changes.map((change) => `${change.name} from ${before(change)} to ${after(change)}`);
  return more.length === 0 ? (first ?? "") : `${first} and ${more.length} more`;
}

type Fields = Readonly<Record<string, string>>;

/** In one line what will happen, of everything but payouts and settings. */
const TITLES: Readonly<Record<Exclude<ApprovalRecord["what"], "payout" | "setting">, (request: Fields) => string>> = {
  wallet: ({ kind, account }) => `Activation of the wallet ${kind}${account === undefined ? "" : ` for ${account}`}`,
  key: ({ name }) => `Activation of the API key ${quoted(name)}`,
  execution: ({ quantity, baseSymbol, quoteSymbol, lowestPrice }) =>
    `Sale of ${quantity} ${baseSymbol} at ${lowestPrice} ${quoteSymbol} or more`,
  move: ({ quantity, asset, from = "outside", to = "outside" }) => `Move of ${quantity} ${asset} from ${from} to ${to}`,
  destination: ({ label, asset, place }) => `Destination ${quoted(label)} for ${asset} at ${place}`,
  "settlement-terms": ({ account, currency }) => `Terms of settlement of ${account} in ${currency}`,
  "bank-mapping": ({ place, currency }) => `Mapping of CSV statements of ${place} in ${currency}`,
  "bank-statement": ({ fileName, accounts }) => `Bank statement ${quoted(fileName)} of ${accounts}`,
  resolution: ({ kind = "", quantity, asset }) => `${RESOLVED[kind] ?? kind} ${quantity} ${asset}`,
  beneficiary: ({ name }) => `New beneficiary ${quoted(name)}`,
  hold: () => "Decline of a held deposit",
  person: ({ act, kind, email, role }) =>
    act === "reset"
      ? `Reset of the ${kind === "FACTOR" ? "second factor" : "password"} of ${email}`
      : `${email} as ${role}`,
};

const RESOLVED: Readonly<Record<string, string>> = {
  LINK: "Link to a move of",
  ASSIGN: "Assignment of",
  OWN: "Taking as the house's own",
  WRITE_OFF: "Write-off of",
};

const symbolOf = ({ asset, networkType }: NonNullable<ApprovalRecord["payout"]>): string =>
  networkType === undefined ? asset : `${asset} on ${networkType}`;

type Change = NonNullable<ApprovalRecord["changes"]>[number];
const before = ({ before: value }: Change): string => (value === undefined ? "the default" : String(value));
const after = ({ after: value }: Change): string => (value === DEFAULT ? "the default" : String(value));

/** Ids mean nothing to the reader; what the desk shows of the object does. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "act",
  "userId",
  "walletId",
  "until",
  "beneficiaryId",
  "moveId",
  "destinationId",
  "uploadId",
  "subjectId",
]);

function factsOf({ what, payout, changes, askedBy, request = {} }: ApprovalRecord): (readonly [string, string])[] {
  if (payout) {
    const { reference, paymentId, txId, txHash, bankReference, beneficiary, refundLinkId, place } = payout;
    const byPayer = `given by the payer, through a refund link of ${askerOf(askedBy)}`;
    const to = beneficiary === undefined ? undefined : quoted(beneficiary);
    return given({
      to,
      place,
      address: refundLinkId && byPayer,
      reference: quoted(reference),
      paymentId,
      txId,
      txHash,
      bankReference,
    });
  }
  if (what === "setting")
    return (changes ?? []).map((change) => [change.name, `${before(change)} to ${after(change)}`]);
  const plain = Object.entries(request).filter(([name]) => !LEFT_OUT.has(name));
  const { until } = request;
  return [
    ...plain.map(([name, value]) => [name, quoted(value)] as const),
    ...given({ until: until === undefined ? undefined : new Date(Number(until)).toISOString() }),
  ];
}

const given = (fields: Readonly<Record<string, string | undefined>>): (readonly [string, string])[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

function askerOf(askedBy: string): string {
  if (askedBy === "operator") return "The operator's command line";
  return askedBy.startsWith("key:") ? `The API key ${askedBy.slice(4)}` : quoted(askedBy.replace(/^staff:/, ""));
}

function quoted(text = ""): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .replaceAll('"', "'")
    .trim();
  return `"${line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line}"`;
}
