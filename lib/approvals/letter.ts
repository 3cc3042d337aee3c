import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Voice } from "#lib/contract/voice.ts";
import { momentIn, oneLine } from "#lib/mail/say.ts";
import { changeOf, fieldsOf, titleOf } from "./approval-text.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** What a letter says of a request: in one line what will happen, and in full with its figures. */
export type ApprovalLetter = { subject: string; text: string };

/** Free text of the requester is quoted, on one line and cut, so that it cannot pass for a sentence of the letter. */
const MOST_QUOTED = 128;
/** Names that people gave, which the title says too. */
const OF_PEOPLE: ReadonlySet<string> = new Set(["name", "label", "fileName", "accounts"]);

/**
 * The letter to one who may decide a request, as they read: what will happen in figures, in the very words of the page
 * that its link opens. It carries no right of its own.
 */
export function letterOf(record: ApprovalRecord, { zone }: Voice): ApprovalLetter {
  const { account, expiresAt, askedBy, needs, payout } = record;
  const words = lettersText.approval;
  const approval = { ...record, ...(record.request && { request: safe(record.request) }) };
  const title = titleOf(approval);
  const who = askerOf(askedBy);
  return {
    subject: words.subject(title),
    text: [
      account === undefined ? words.ofHouse(who) : words.ofAccount(who, account),
      "",
      title,
      ...factsOf(approval, zone).map(([name, value]) => `  ${name}: ${value}`),
      "",
      ...(needs === 2 ? [words.byTwo, ""] : []),
      `${payout?.payoutId === undefined ? words.untouched : words.reserved} ${words.expires(momentIn(expiresAt, zone))}`,
    ].join("\n"),
  };
}

/** Codes that the title says in words. */
const IN_TITLE: Readonly<Partial<Record<ApprovalRecord["what"], readonly string[]>>> = {
  person: ["kind"],
  resolution: ["kind"],
};

type Fact = readonly [name: string, value: string];

function factsOf(approval: ApprovalRecord, zone: string): Fact[] {
  const { payout, changes = [], request, what, askedBy } = approval;
  if (payout) return payoutFacts(payout, askedBy);
  const { fields } = approvalsText;
  return [
    ...changes.map((change): Fact => {
      const { name, before, after } = changeOf(change);
      return [name, `${before} → ${after}`];
    }),
    ...Object.entries(fieldsOf(approval))
      .filter(([name]) => !IN_TITLE[what]?.includes(name))
      .map(([name, value]): Fact => [fields[name] ?? name, quoted(value)]),
    ...(what === "execution" && request?.["until"]
      ? [[fields["until"] ?? "until", momentIn(Number(request["until"]), zone)] satisfies Fact]
      : []),
  ];
}

function payoutFacts(payout: NonNullable<ApprovalRecord["payout"]>, askedBy: string): Fact[] {
  const { reference, paymentId, txId, txHash, bankReference, beneficiary, refundLinkId, place } = payout;
  const { fields, facts } = approvalsText;
  return given([
    [fields["to"], beneficiary === undefined ? undefined : quoted(beneficiary)],
    [fields["place"], place],
    [fields["address"], refundLinkId && facts.byPayer(askerOf(askedBy))],
    [facts.reference, quoted(reference)],
    [facts.payment, paymentId],
    [facts.deposit, txId],
    [facts.txHash, txHash],
    [facts.bankReference, bankReference],
  ]);
}

const given = (facts: readonly (readonly [string | undefined, string | undefined])[]): Fact[] =>
  facts.flatMap(([name = "", value]) => (value === undefined ? [] : [[name, value] as const]));

/** What people wrote, so that a title can take it. */
const safe = (request: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, OF_PEOPLE.has(name) ? quoted(value) : oneLine(value)]),
  );

function askerOf(askedBy: string): string {
  if (askedBy === "operator") return lettersText.commandLine;
  return askedBy.startsWith("key:") ? lettersText.key(askedBy.slice(4)) : quoted(askedBy.replace(/^staff:/, ""));
}

/** In quotation marks, once. */
function quoted(text = ""): string {
  const line = oneLine(text).replaceAll('"', "'").replaceAll(/^'|'$/g, "");
  return `"${line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line}"`;
}
