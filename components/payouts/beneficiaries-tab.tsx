"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import { useState } from "react";
import type { BeneficiaryRecord } from "#lib/beneficiaries/contract.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { useMay } from "#components/may.ts";
import { useAsksSecondPerson } from "#components/approvals/second-person.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { AssetName } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { BeneficiaryForm } from "./beneficiary-form.tsx";
import { useBeneficiaries, useRetireBeneficiary } from "./payouts-data.ts";

const words = payoutsText.beneficiaries;

/** How a first one comes to be. */
const Needed = () => (useAsksSecondPerson() ? words.empty.asks : words.empty.text);

/** Where the account's money may go, and the ways to add and retire such a place. */
export function BeneficiariesTab() {
  const mayChange = useMay("payouts:request");
  const list = useBeneficiaries();
  const [adding, setAdding] = useState(false);
  const [retiring, setRetiring] = useState<BeneficiaryRecord>();
  const [ended, setEnded] = useState(false);
  const all = list.data ?? [];
  const standing = all.filter(({ endedAt }) => endedAt === undefined);
  const shown = ended ? all : standing;
  return (
    <Section
      end={
        mayChange ? (
          <Button look="primary" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        ) : undefined
      }
      hint={words.hint}
      title={words.title}
    >
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      {list.isPending ? <Waiting /> : null}
      {list.isSuccess && shown.length === 0 ? (
        <Empty title={words.empty.title}>
          <Needed />
        </Empty>
      ) : null}
      {shown.length > 0 ? (
        <ShortTable
          columns={columns(mayChange ? setRetiring : undefined)}
          keyOf={({ beneficiaryId }) => beneficiaryId}
          label={words.table}
          rows={shown}
        />
      ) : null}
      {!ended && all.length > standing.length ? (
        <div className="px-gutter py-2">
          <Button look="plain" onClick={() => setEnded(true)} size="small">
            {words.ended(all.length - standing.length)}
          </Button>
        </div>
      ) : null}
      {adding ? <BeneficiaryForm onClose={() => setAdding(false)} /> : null}
      {retiring ? <RetireDialog onClose={() => setRetiring(undefined)} record={retiring} /> : null}
    </Section>
  );
}

const columns = (onRetire: ((record: BeneficiaryRecord) => void) | undefined): ShortColumn<BeneficiaryRecord>[] => [
  {
    id: "name",
    label: words.columns.name,
    names: true,
    cell: ({ name }) => <bdi className="font-medium">{name}</bdi>,
  },
  {
    id: "asset",
    label: words.columns.asset,
    cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
  },
  {
    id: "place",
    label: words.columns.place,
    cell: ({ address, iban, bic, accountNumber }) => (
      <Hash copy={words.columns.place} value={address ?? iban ?? `${bic} ${accountNumber}`} />
    ),
  },
  { id: "state", label: words.columns.state, cell: (record) => <State {...stateOf(record)} /> },
  {
    id: "made",
    label: words.columns.made,
    className: "text-ink-2",
    cell: ({ madeAt, madeBy }) => (
      <>
        <Time at={madeAt} /> <span className="text-ink-3">{words.by(actorText(madeBy))}</span>
      </>
    ),
  },
  {
    id: "commands",
    label: words.columns.commands,
    hideLabel: true,
    cell: (record) =>
      onRetire && record.endedAt === undefined ? (
        <span className="flex justify-end py-1">
          <Button aria-label={words.retireOf(record.name)} look="stop" onClick={() => onRetire(record)} size="small">
            {words.retire}
          </Button>
        </span>
      ) : null,
  },
];

const LOOKS: Record<BeneficiaryRecord["status"], Pick<StateFacts, "tone" | "glyph">> = {
  REQUESTED: { tone: "wait", glyph: "half" },
  ACTIVE: { tone: "done", glyph: "done" },
  REJECTED: { tone: "none", glyph: "cancel" },
  RETIRED: { tone: "none", glyph: "cancel" },
};

function stateOf({ status, held, endedAt }: BeneficiaryRecord): StateFacts {
  if (held && endedAt === undefined) return { tone: "fail", glyph: "attn", word: words.held, why: words.heldWhy };
  return { ...LOOKS[status], word: words.states[status] };
}

function RetireDialog({ record, onClose }: { record: BeneficiaryRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const { retirement } = words;
  const retire = useRetireBeneficiary(() => {
    toast(retirement.done(record.name));
    onClose();
  });
  return (
    <ConfirmDialog
      action={retirement.action}
      busy={retire.isPending}
      error={retire.error}
      failed={retirement.failed}
      onClose={onClose}
      onConfirm={() => retire.mutate(record.beneficiaryId)}
      summary={retirement.summary}
      title={retirement.title(record.name)}
    />
  );
}
