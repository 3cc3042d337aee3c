"use client";

import { networkName } from "#lib/i18n/networks.ts";
import Link from "next/link";
import { useState } from "react";
import { roleName } from "#lib/i18n/role-name.ts";
import { useCaseSummary } from "#components/exceptions/case-summary.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { useStaff } from "#components/staff.tsx";
import { chainsText } from "#lib/i18n/chains.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ChainFailureText } from "#components/ui/failure-text.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { RescanDialog, ResumeDialog } from "./chain-dialogs.tsx";
import { useChains } from "./chains-data.ts";
import { blocksMissing, type ChainFacts, rangesRead, stateOf } from "./coverage-of.ts";

const words = chainsText;

type OpenDialog = { command: "resume" | "rescan"; chain: ChainFacts };

/** How far each chain is read without a hole, what is missing and how it fills, and how its nodes are. */
export function ChainsTab() {
  const chains = useChains();
  const mayChange = useMay("house:chains");
  const role = useStaff().house?.role ?? "";
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Section end={<Cases />} hint={words.hint} title={words.title}>
        {mayChange ? null : <p className="px-gutter pb-3 text-ink-2">{words.mayNot(roleName(role))}</p>}
        {chains.isError ? (
          <ErrorNote error={chains.error} onRetry={() => void chains.refetch()} title={words.failed} />
        ) : null}
        {chains.isPending ? <Waiting /> : null}
        {chains.data?.length === 0 ? <Empty title={words.none.title}>{words.none.text}</Empty> : null}
        {chains.data && chains.data.length > 0 ? (
          <ShortTable
            columns={columns(mayChange ? (command, chain) => setDialog({ command, chain }) : undefined).filter(
              ({ id }) => id !== "final" || chains.data.some(saysFinal),
            )}
            detailOf={(chain) => (stateOf(chain).name === "OK" ? null : <Detail chain={chain} />)}
            keyOf={({ network }) => network}
            label={words.title}
            rows={chains.data}
          />
        ) : null}
      </Section>
      {dialog?.command === "resume" ? <ResumeDialog chain={dialog.chain} onClose={close} /> : null}
      {dialog?.command === "rescan" ? <RescanDialog chain={dialog.chain} onClose={close} /> : null}
    </>
  );
}

/** Alarms of the chains are cases: the way to them, when there are any. */
function Cases() {
  const count = useCaseSummary().data?.byKind.find(({ kind }) => kind === "CHAIN")?.count ?? 0;
  if (count === 0) return null;
  return (
    <Link
      className="inline-flex min-h-6 items-center text-12 text-accent hover:underline"
      href="/exceptions?kind=CHAIN"
      prefetch={false}
    >
      {words.cases(count)}
    </Link>
  );
}

const heightText = (height: number | undefined): string => (height === undefined ? words.unknown : countText(height));

/** Whether several endpoints were asked, or the chain itself says what is final. */
const saysFinal = ({ agreedHeight, finalHeight }: ChainFacts) =>
  agreedHeight !== undefined || finalHeight !== undefined;

const columns = (
  onAsk: ((command: OpenDialog["command"], chain: ChainFacts) => void) | undefined,
): ShortColumn<ChainFacts>[] => [
  {
    id: "network",
    label: words.columns.network,
    names: true,
    className: "font-medium!",
    cell: ({ network }) => networkName(network),
  },
  { id: "state", label: words.columns.state, cell: (chain) => <ChainState chain={chain} /> },
  {
    id: "complete",
    label: words.columns.complete,
    align: "end",
    className: "figure",
    cell: ({ completeTo }) => heightText(completeTo),
  },
  {
    id: "standing",
    label: words.columns.standing,
    align: "end",
    className: "figure",
    cell: ({ height, headHeight }) => `${heightText(height)} / ${heightText(headHeight)}`,
  },
  {
    id: "lag",
    label: words.columns.lag,
    align: "end",
    className: "figure",
    cell: ({ lag }) => (lag === undefined ? words.unknown : words.blocks(countText(lag))),
  },
  {
    id: "final",
    label: words.columns.final,
    align: "end",
    className: "figure",
    cell: ({ agreedHeight, finalHeight }) => `${heightText(agreedHeight)} / ${heightText(finalHeight)}`,
  },
  {
    id: "seen",
    label: words.columns.seen,
    cell: ({ lastSeen }) => (lastSeen === undefined ? words.never : <Time at={lastSeen} relative />),
  },
  {
    id: "actions",
    label: words.columns.commands,
    hideLabel: true,
    cell: (chain) => (onAsk ? <Commands chain={chain} onAsk={onAsk} /> : null),
  },
];

function ChainState({ chain }: { chain: ChainFacts }) {
  const { name, tone, glyph } = stateOf(chain);
  return (
    <span className="inline-flex items-center gap-1.5">
      <State glyph={glyph} tone={tone} word={words.states[name].word} />
      {chain.state !== "OK" && chain.since !== undefined ? (
        <span className="text-ink-3">
          {words.since} <Time at={chain.since} />
        </span>
      ) : null}
    </span>
  );
}

function Commands({
  chain,
  onAsk,
}: {
  chain: ChainFacts;
  onAsk: (command: OpenDialog["command"], chain: ChainFacts) => void;
}) {
  const network = networkName(chain.network);
  return (
    <span className="flex justify-end gap-2 py-1">
      {chain.state === "PAUSED" || chain.failure?.code === "SHORTER_BRANCH" ? (
        <Button aria-description={network} onClick={() => onAsk("resume", chain)} size="small">
          {words.resume.open}
        </Button>
      ) : null}
      {chain.height === undefined ? null : (
        <Button aria-description={network} look="plain" onClick={() => onAsk("rescan", chain)} size="small">
          {words.rescan.open}
        </Button>
      )}
    </span>
  );
}

/** What the row has no room for: the node's own words, the exact blocks read, and those that are missing. */
function Detail({ chain }: { chain: ChainFacts }) {
  const { state, sentence, failure, gaps } = chain;
  const { todo } = words.states[stateOf(chain).name];
  const read = rangesRead(chain).map(({ first, last }) =>
    first === undefined ? words.upTo(countText(last)) : words.between(countText(first), countText(last)),
  );
  const missing = gaps.map(({ first, last }) => words.between(countText(first), countText(last)));
  return (
    <div className="grid gap-1 py-1.5 text-pretty">
      {todo ? <p>{todo}</p> : null}
      {state === "OK" ? null : (
        <p className="text-ink-2">
          {failure ? (
            <ChainFailureText failure={failure} />
          ) : (
            <>
              {words.message} <q lang="en">{sentence}</q>
            </>
          )}
        </p>
      )}
      <dl className="figure grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-ink-2">
        <dt className="text-ink-3">{words.scanned}</dt>
        <dd>{read.join(" · ") || words.unknown}</dd>
        <dt className="text-ink-3">{words.missing}</dt>
        <dd>
          {missing.length === 0
            ? words.noGaps
            : `${missing.join(" · ")} (${words.blocks(countText(blocksMissing(gaps)))})`}
        </dd>
      </dl>
      {gaps.length > 0 ? <p className="text-12 text-ink-3">{words.fills}</p> : null}
    </div>
  );
}
