"use client";

import { useMemo } from "react";
import { APPROVAL_FILTERS } from "#lib/approvals/filters.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { ApprovalState } from "#lib/contract/approval-states.ts";
import { useNow } from "#components/clock.ts";
import { optionsOn, paramsOf, queryOf, readFilters } from "#components/filters/codec.ts";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import type { Labels } from "#components/filters/labels.ts";
import { Section } from "#components/ui/section.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { useAccount, useStaff } from "#components/staff.tsx";
import { useUrl } from "#components/url.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { text } from "#lib/i18n/text.ts";
import { cx } from "#components/ui/class-names.ts";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import type { GlyphName } from "#components/ui/icons.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type Tone } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { useMayDecide } from "./may-decide.ts";
import { useLatestApprovals, useWaitingApprovals } from "./approvals-data.ts";
import { titleOf } from "#lib/approvals/approval-text.ts";
import { shiftsOf } from "./shifts-of.ts";
import { actorText } from "#lib/i18n/actor-text.ts";

const words = approvalsText;

/** Ranges such as "last 7 days" move on at this pace, so that a page left open keeps its cache. */
const RANGE_STEP_MS = 3_600_000;

const labels = (): Labels<typeof APPROVAL_FILTERS> => ({
  names: words.filter,
  options: { status: words.states, what: words.kinds },
  any: text.filters.any,
});

type Ways = { may: (approval: ApprovalRecord) => boolean; onOpen: (approval: ApprovalRecord) => void };
type Found = ReturnType<typeof useWaitingApprovals>;

/** What waits for a second person, and what became of earlier requests. */
export function ApprovalsTab() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS);
  const filtered = useMemo(() => readFilters(APPROVAL_FILTERS, params), [params]);
  const query = useMemo(
    () => queryOf<typeof APPROVAL_FILTERS>(filtered, now ?? Date.now(), zone),
    [filtered, now, zone],
  );
  const states = optionsOn(filtered, "status");
  const isFiltered = paramsOf(APPROVAL_FILTERS).some((name) => params.has(name));
  const noneFits = <p className="px-gutter pb-4 text-ink-3">{words.filtered}</p>;
  const waiting = useWaitingApprovals(true, query);
  const latest = useLatestApprovals(query);
  const may = useMayDecide();
  const wanted = params.get("approval");
  const open = [...(latest.data ?? []), ...(waiting.data ?? [])].find(({ approvalId }) => approvalId === wanted);
  const ways: Ways = { may, onOpen: ({ approvalId }) => change({ approval: approvalId }) };
  // The two lists are separate queries: a request that the latest list shows as ended is left out of the waiting list.
  const ended = new Set(latest.data?.filter(isEnded).map(({ approvalId }) => approvalId));
  const isElsewhere = wanted !== null && !open && waiting.data !== undefined && latest.data !== undefined;
  return (
    <>
      {isElsewhere ? <Elsewhere accountId={params.get("account")} /> : null}
      <div className="flex flex-wrap items-center gap-2 px-gutter pt-3">
        <FilterBar
          filtered={filtered}
          filters={APPROVAL_FILTERS}
          labels={labels()}
          onChange={(patch) => change(patch)}
          title={words.filter.title}
        />
      </div>
      {states.length === 0 || states.includes("PENDING") ? (
        <Section title={words.waiting.title}>
          <List
            empty={isFiltered ? noneFits : <Empty title={text.secondPerson.none}>{words.waiting.noneText}</Empty>}
            found={waiting}
            keep={({ approvalId }) => !ended.has(approvalId)}
            label={words.waiting.title}
            ways={ways}
          />
        </Section>
      ) : null}
      {states.join() === "PENDING" ? null : (
        <Section hint={words.ended.hint} title={words.ended.title}>
          <List
            empty={isFiltered ? noneFits : <p className="px-gutter pb-4 text-ink-3">{words.ended.none}</p>}
            found={latest}
            keep={isEnded}
            label={words.ended.title}
            ways={ways}
          />
        </Section>
      )}
      {open ? (
        <ApprovalDialog
          approval={open}
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
  keep: (approval: ApprovalRecord) => boolean;
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
  { id: "what", label: words.columns.what, names: true, cell: (approval) => <What approval={approval} /> },
  {
    id: "asked",
    label: words.columns.requested,
    cell: ({ askedBy, askedAt }) => (
      <>
        {actorText(askedBy)} <Time at={askedAt} className="text-ink-3" />
      </>
    ),
  },
  {
    id: "why",
    label: words.columns.why,
    className: "min-w-40 whitespace-normal! text-ink-2",
    cell: ({ reason, payout, request }) => reason ?? payout?.reference ?? request?.["note"],
  },
  { id: "state", label: words.columns.state, cell: (approval) => <StateCell approval={approval} /> },
  commandsColumn(words.columns.commands, (approval) => (
    <RowCommand of={titleOf(approval)} run={() => ways.onOpen(approval)}>
      {commandWord(approval, ways.may(approval))}
    </RowCommand>
  )),
];

function commandWord({ status, yours }: ApprovalRecord, may: boolean): string {
  if (status !== "PENDING" || (!may && !yours)) return words.show;
  return yours ? words.withdraw : words.decide;
}

/** Settings by a line each; of the rest what it is, and what it changes beneath. */
function What({ approval }: { approval: ApprovalRecord }) {
  const shifts = shiftsOf(approval);
  const titled = approval.changes === undefined;
  return (
    <span className="grid gap-0.5 py-1 whitespace-normal wrap-anywhere card:min-w-60">
      {titled ? <span className="font-medium">{titleOf(approval)}</span> : null}
      {shifts.slice(0, MOST_SHIFTS).map(({ name, before, after }) => (
        <span className={cx("figure font-normal whitespace-normal", titled && "text-12 text-ink-3")} key={name}>
          <span className={titled ? undefined : "font-medium"}>{titled ? `${name}:` : name}</span> {before} → {after}
        </span>
      ))}
      {shifts.length > MOST_SHIFTS ? (
        <span className="text-12 font-normal text-ink-3">{words.more(shifts.length - MOST_SHIFTS)}</span>
      ) : null}
    </span>
  );
}
/** The rest stands in the dialog. */
const MOST_SHIFTS = 6;

const LOOKS: Record<ApprovalState, { tone: Tone; glyph: GlyphName }> = {
  PENDING: { tone: "wait", glyph: "pending" },
  APPROVED: { tone: "done", glyph: "done" },
  DECLINED: { tone: "fail", glyph: "cancel" },
  WITHDRAWN: { tone: "none", glyph: "cancel" },
  EXPIRED: { tone: "none", glyph: "expired" },
};

function StateCell({ approval: { status, decidedBy, decidedAt, expiresAt } }: { approval: ApprovalRecord }) {
  const at = decidedAt ?? expiresAt;
  const word = decidedBy ? words.by(actorText(decidedBy)) : words.until;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <State {...LOOKS[status]} word={words.states[status]} />{" "}
      <span className="text-ink-3">
        {word} <Time at={at} />
      </span>
    </span>
  );
}
