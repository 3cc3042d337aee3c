"use client";

import { networkName } from "#lib/i18n/networks.ts";
import { scanCustodyCall } from "#lib/outgoing/calls.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { countText, rateText } from "#lib/i18n/amount.ts";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { AssetName } from "#components/ui/money.tsx";
import { ShortList } from "#components/ui/short-list.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Custody, useCustody, useTreasury } from "./treasury-data.ts";

const words = treasuryText.custody;
const NETWORKS = ["bitcoin", "bitcoincash"] as const;
type Network = (typeof NETWORKS)[number];
type Scan = Custody["scans"][number];
type Row = { network: Network; scan: Scan | undefined };
type Finding = Custody["findings"][number];

/** The nodes' scans for outputs of ours, and each address of which they have another quantity than the books. */
export function CustodyCheck() {
  const custody = useCustody();
  const mayScan = useMay("house:chains");
  const scan = useTreasury(scanCustodyCall);
  const rows = NETWORKS.map((network) => ({
    network,
    scan: custody.data?.scans.find((one) => one.network === network),
  }));
  return (
    <ShortList
      columns={columns(mayScan ? (network, action) => scan.mutate({ network, action }) : undefined)}
      empty={{ title: words.title, text: words.hint }}
      failed={words.failed}
      hint={words.hint}
      keyOf={({ network }) => network}
      lines={2}
      list={{ ...custody, data: custody.data && rows }}
      title={words.title}
    >
      {scan.error ? <ErrorNote error={scan.error} title={words.refused} /> : null}
      {custody.data && custody.data.findings.length > 0 ? (
        <ShortTable
          columns={FINDINGS}
          keyOf={({ findingId }) => findingId}
          label={words.findings}
          rows={custody.data.findings}
        />
      ) : null}
    </ShortList>
  );
}

const isOpen = ({ scan }: Row): boolean => scan?.status === "WAITING" || scan?.status === "RUNNING";

const columns = (onAsk: ((network: Network, action: "START" | "ABORT") => void) | undefined): ShortColumn<Row>[] => [
  { id: "network", label: words.columns.network, names: true, cell: ({ network }) => networkName(network) },
  { id: "state", label: words.columns.state, cell: ({ scan }) => <State {...stateOf(scan)} /> },
  {
    id: "scripts",
    label: words.columns.scripts,
    align: "end",
    className: "figure",
    cell: ({ scan }) => (scan?.scripts === undefined ? "–" : countText(scan.scripts)),
  },
  {
    id: "unknown",
    label: words.columns.unknown,
    align: "end",
    className: "figure",
    cell: ({ scan }) => (scan?.unknown === undefined ? "–" : countText(scan.unknown)),
  },
  {
    id: "height",
    label: words.columns.height,
    align: "end",
    className: "figure",
    cell: ({ scan }) => (scan?.height === undefined ? "–" : countText(scan.height)),
  },
  { id: "at", label: words.columns.at, cell: ({ scan }) => (scan ? <Time at={scan.endedAt ?? scan.askedAt} /> : "–") },
  commandsColumn(words.columns.commands, (row) =>
    onAsk ? (
      <RowCommand of={networkName(row.network)} run={() => onAsk(row.network, isOpen(row) ? "ABORT" : "START")}>
        {isOpen(row) ? words.abort : words.start}
      </RowCommand>
    ) : null,
  ),
];

const LOOKS: Readonly<Record<Scan["status"], Pick<StateFacts, "tone" | "glyph">>> = {
  WAITING: { tone: "wait", glyph: "pending" },
  RUNNING: { tone: "out", glyph: "half" },
  DONE: { tone: "done", glyph: "done" },
  ABORTED: { tone: "none", glyph: "cancel" },
  FAILED: { tone: "fail", glyph: "attn" },
};

function stateOf(scan: Scan | undefined): StateFacts {
  if (!scan) return { tone: "none", glyph: "draft", word: words.never };
  const { status, progress, fault, abortBy } = scan;
  const word = status === "RUNNING" ? words.running(progress) : words.states[status];
  return { ...LOOKS[status], word, why: fault ?? (abortBy && status === "RUNNING" ? words.ending : undefined) };
}

const FINDINGS: ShortColumn<Finding>[] = [
  {
    id: "address",
    label: words.columns.address,
    names: true,
    className: "font-mono text-12 break-all",
    cell: ({ address }) => address,
  },
  {
    id: "output",
    label: words.columns.output,
    className: "font-mono text-12 break-all",
    cell: ({ txHash, outputIndex }) => (txHash === undefined ? "–" : `${txHash}:${outputIndex}`),
  },
  {
    id: "asset",
    label: words.columns.asset,
    cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
  },
  {
    id: "difference",
    label: words.columns.difference,
    align: "end",
    className: "figure text-wait-text",
    cell: ({ difference }) => rateText(difference),
  },
  { id: "found", label: words.columns.found, cell: ({ foundAt }) => <Time at={foundAt} /> },
];
