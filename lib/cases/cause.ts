import type { CaseKind } from "./case-kinds.ts";

/** What a cause is told from: exact amounts as text, counts, words; see the facts of each kind. */
export type CauseFacts = Readonly<Record<string, string | number | null>>;

type Told = { said: string | null; facts: CauseFacts; asset: string; quantity: string };

/** One sentence for treasury: what happened, and what follows when nobody does anything. Pure. */
export function causeOf(kind: CaseKind, told: Told): string {
  return CAUSES[kind](told);
}

const CAUSES: Record<CaseKind, (told: Told) => string> = {
  HELD: ({ said }) => `${said ?? "The deposit is held."} It waits to be released or declined.`,
  WRONG_ASSET: ({ said }) =>
    `${said ?? "Another asset than the bill's was sent."} It can only be paid back or declined.`,
  TO_RETURN: ({ asset, quantity }) =>
    `${quantity} ${asset} of a declined deposit stays pending until it is paid back to its sender.`,
  REVERSED: ({ said, asset, quantity }) =>
    `${quantity} ${asset} that had been credited is gone: ${tail(said) || "its chain took it back"}.`,
  OWED: ({ asset, quantity }) =>
    `The account owes ${quantity} ${asset} that it had spent before a deposit was reversed; nothing is set off by itself.`,
  UNKNOWN_OUTCOME: ({ facts }) =>
    `Whether ${facts["venue"]} sold ${facts["quantity"]} ${facts["asset"]} for ${facts["fiat"]} is not known${facts["error"] ? `: ${tail(`${facts["error"]}`)}` : ""}. It is looked up until that is certain, and never sent twice.`,
  SOLD_TWICE: ({ facts }) =>
    `${facts["venue"]} sold ${facts["quantity"]} ${facts["asset"]} for ${facts["fiat"]} after the order had counted as never placed. It is in the house's own book; nothing of it was credited to anybody.`,
  FAILED: ({ said, facts }) =>
    `The conversion of ${facts["quantity"]} ${facts["asset"]} to ${facts["fiat"]} failed${said ? `: ${tail(said)}` : ""}. Its crypto is free again.`,
  CHAIN: chainCause,
  STALE_PRICE: ({ facts }) =>
    `There is no fresh price for ${facts["base"]}/${facts["fiat"]}: no new bills, quotes or sales of this pair. ${counted(facts["open"], "bill", "bills")} open.`,
  WEBHOOK: webhookCause,
  LATE: ({ said, asset, quantity }) => said ?? `${quantity} ${asset} came after its bill had ended and was kept.`,
  LIMIT_NOT_MET: ({ said, asset, quantity }) =>
    said ?? `${quantity} ${asset} was kept: the price is not above its limit.`,
  NOT_SOLD: ({ said, asset, quantity }) => said ?? `${quantity} ${asset} could not be sold and was kept.`,
  UNDERPAID: ({ facts, asset, quantity }) =>
    `${facts["came"]} of ${facts["due"]} ${asset} came before the bill ended, ${quantity} less than due${facts["tolerance"] === "0" ? "" : ` and beyond the tolerance of ${facts["tolerance"]} %`}; ${creditedClause(facts, asset)}.`,
  OVERPAID: ({ facts, asset, quantity }) =>
    `${facts["came"]} ${asset} came for a bill of ${facts["due"]}, ${quantity} more than due; ${creditedClause(facts, asset)}.`,
};

function chainCause({ facts }: Told): string {
  const { network, paused, behind, height } = facts;
  const waiting = `${counted(facts["waiting"], "deposit waits", "deposits wait")} for confirmation.`;
  if (paused) return `Following ${network} is paused: ${tail(`${paused}`)}. ${waiting}`;
  if (Number(behind) > 0) return `${network} is followed up to block ${height}, ${behind} behind its tip. ${waiting}`;
  return `Nobody has looked at ${network} for minutes; block ${height} was the last. ${waiting}`;
}

function webhookCause({ facts }: Told): string {
  const waiting = counted(facts["waiting"], "event waits", "events wait");
  const answered = facts["answered"] ? ` (${facts["answered"]})` : "";
  if (facts["disabled"] === "GONE") return `${facts["url"]} answered that it is gone and was switched off; ${waiting}.`;
  if (facts["disabled"]) return `${facts["url"]} failed for five days${answered} and was switched off; ${waiting}.`;
  return `${facts["url"]} takes no events${answered}; ${waiting} and are tried again.`;
}

function creditedClause(facts: CauseFacts, asset: string): string {
  const parts = [
    facts["credited"] === "0" ? "" : `${facts["credited"]} ${facts["fiat"]} was credited`,
    facts["free"] === "0" ? "" : `${facts["free"]} ${asset} is kept`,
  ].filter(Boolean);
  return parts.length === 0 ? "nothing of it is free" : parts.join(" and ");
}

/** A sentence as the end of another: without its full stop, its first letter small unless it begins a name. */
function tail(sentence: string | null): string {
  const text = (sentence ?? "").trim().replace(/\.$/, "");
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function counted(count: string | number | null | undefined, one: string, many: string): string {
  return Number(count ?? 0) === 1 ? `1 ${one}` : `${count ?? 0} ${many}`;
}
