"use client";

import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { ApprovalState } from "#lib/contract/approval-states.ts";
import { Section } from "#components/overview/section.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { useAccount, useStaff } from "#components/staff.tsx";
import { useUrl } from "#components/url.ts";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import type { GlyphName } from "#components/ui/icons.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type Tone } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { useMayDecide } from "./may-decide.ts";
import { useLatestApprovals, useWaitingApprovals } from "./approvals-data.ts";
import { changeOf, titleOf } from "./said-approval.ts";
import { whoOf } from "./waiting.ts";

const words = text.approvals;

type Ways = { may: (asked: ApprovalRecord) => boolean; onOpen: (asked: ApprovalRecord) => void };
type Found = ReturnType<typeof useWaitingApprovals>;

/** What waits for a second person, and what became of earlier requests. */
export function ApprovalsTab() {
  const waiting = useWaitingApprovals();
  const latest = useLatestApprovals();
  const may = useMayDecide();
  const { params, change } = useUrl();
  const wanted = params.get("approval");
  const open = [...(latest.data ?? []), ...(waiting.data ?? [])].find(({ approvalId }) => approvalId === wanted);
  const ways: Ways = { may, onOpen: ({ approvalId }) => change({ approval: approvalId }) };
  // The two lists are separate queries: a request that the latest list shows as ended is left out of the waiting list.
  const ended = new Set(latest.data?.filter(isEnded).map(({ approvalId }) => approvalId));
  const isElsewhere = wanted !== null && !open && waiting.data !== undefined && latest.data !== undefined;
  return (
    <>
      {isElsewhere ? <Elsewhere accountId={params.get("account")} /> : null}
      <Section hint={words.waiting.hint} title={words.waiting.title}>
        <List
          empty={<Empty title={words.waiting.none}>{words.waiting.noneText}</Empty>}
          found={waiting}
          keep={({ approvalId }) => !ended.has(approvalId)}
          label={words.waiting.title}
          ways={ways}
        />
      </Section>
      <Section hint={words.ended.hint} title={words.ended.title}>
        <List
          empty={<p className="px-gutter pb-4 text-ink-3">{words.ended.none}</p>}
          found={latest}
          keep={isEnded}
          label={words.ended.title}
          ways={ways}
        />
      </Section>
      {open ? (
        <ApprovalDialog
          asked={open}
          key={open.approvalId}
          onClose={() => change({ approval: undefined, account: undefined }, "replace")}
        />
      ) : null}
    </>
  );
}

/** A letter's link to a request that is not in these lists: of another account of the person, or none of theirs. */
function Elsewhere({ accountId }: { accountId: string | null }) {
  const { accounts } = useStaff();
  const current = useAccount();
  const { set } = usePreferences();
  const other = accounts.find(({ id }) => id === accountId && id !== current?.id);
  return (
    <p className="m-gutter text-ink-2" role="status">
      {other ? words.elsewhere.other(other.name) : words.elsewhere.none}{" "}
      {other ? (
        <button className="text-accent underline" onClick={() => set("account", other.id)} type="button">
          {words.elsewhere.change(other.name)}
        </button>
      ) : null}
    </p>
  );
}

const isEnded = ({ status }: ApprovalRecord) => status !== "PENDING";

function List({
  found,
  keep,
  label,
  ways,
  empty,
}: {
  found: Found;
  keep: (asked: ApprovalRecord) => boolean;
  label: string;
  ways: Ways;
  empty: React.ReactNode;
}) {
  if (found.isError) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} title={words.failed} />;
  if (!found.data) return <Waiting />;
  const rows = found.data.filter(keep);
  if (rows.length === 0) return empty;
  return <ShortTable columns={columns(ways)} keyOf={({ approvalId }) => approvalId} label={label} rows={rows} />;
}

const columns = (ways: Ways): ShortColumn<ApprovalRecord>[] => [
  { id: "what", label: words.columns.what, names: true, cell: (asked) => <What asked={asked} /> },
  {
    id: "asked",
    label: words.columns.asked,
    cell: ({ askedBy, askedAt }) => (
      <>
        {whoOf(askedBy)} <Time at={askedAt} className="text-ink-3" />
      </>
    ),
  },
  {
    id: "why",
    label: words.columns.why,
    className: "min-w-40 whitespace-normal! text-ink-2",
    cell: ({ reason, payout }) => reason ?? payout?.reference ?? "–",
  },
  { id: "state", label: words.columns.state, cell: (asked) => <Told asked={asked} /> },
  {
    id: "deeds",
    label: words.columns.commands,
    hideLabel: true,
    cell: (asked) => (
      <span className="flex justify-end py-1">
        <Button aria-description={titleOf(asked)} onClick={() => ways.onOpen(asked)} size="small">
          {commandWord(asked, ways.may(asked))}
        </Button>
      </span>
    ),
  },
];

function commandWord({ status, yours }: ApprovalRecord, may: boolean): string {
  if (status !== "PENDING" || (!may && !yours)) return words.show;
  return yours ? words.withdraw : words.decide;
}

/** A payout in one line; of settings a line each, before and after. */
function What({ asked }: { asked: ApprovalRecord }) {
  if (!asked.changes) return <span className="font-medium">{titleOf(asked)}</span>;
  return (
    <span className="grid py-1">
      {asked.changes.map((change) => {
        const { name, before, after } = changeOf(change);
        return (
          <span className="figure font-normal" key={change.name}>
            <span className="font-medium">{name}</span> {before} → {after}
          </span>
        );
      })}
    </span>
  );
}

const LOOKS: Record<ApprovalState, { tone: Tone; glyph: GlyphName }> = {
  PENDING: { tone: "wait", glyph: "pending" },
  APPROVED: { tone: "done", glyph: "done" },
  DECLINED: { tone: "fail", glyph: "cancel" },
  WITHDRAWN: { tone: "none", glyph: "cancel" },
  EXPIRED: { tone: "none", glyph: "expired" },
};

function Told({ asked: { status, decidedBy, decidedAt, expiresAt } }: { asked: ApprovalRecord }) {
  const at = decidedAt ?? expiresAt;
  const word = decidedBy ? words.by(whoOf(decidedBy)) : words.until;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <State {...LOOKS[status]} word={words.states[status]} />{" "}
      <span className="text-ink-3">
        {word} <Time at={at} />
      </span>
    </span>
  );
}
