"use client";

import { networkName } from "#lib/i18n/networks.ts";
import { rescanChainCall, resumeChainCall } from "#lib/chains/calls.ts";
import type { rescanChainEndpoint } from "#lib/chains/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { chainsText } from "#lib/i18n/chains.ts";
import { countText } from "#lib/i18n/amount.ts";
import { checkedBy, numberTyped } from "#components/ui/form-check.ts";
import { ChainFailureText } from "#components/ui/failure-text.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useChainCommand } from "./chains-data.ts";
import type { ChainFacts } from "./coverage-of.ts";
import { NoteField } from "#components/ui/note-field.tsx";

const words = chainsText;
const MOST_NOTE = 1_000;

type DialogProps = { chain: ChainFacts; onClose: () => void };

/** Lets a chain that was stopped go on; it may take back credited money, so the focus is on leaving it as it is. */
export function ResumeDialog({ chain, onClose }: DialogProps) {
  const { resume } = words;
  const { toast } = useStatus();
  const network = networkName(chain.network);
  const command = useChainCommand(() => {
    toast(resume.done(network));
    onClose();
  });
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy(resumeChainCall, { missing: { note: resume.noteMissing } }),
    send: ({ note }) => command.mutateAsync({ command: "resume", network: chain.network, note }),
  });
  return (
    <FormDialog
      action={resume.action(network)}
      failed={resume.failed}
      form={form}
      leave={{ label: resume.keep, first: true }}
      look="stop"
      onClose={onClose}
      summary={resume.summary}
      title={resume.title(network)}
    >
      <dl className="grid gap-1">
        <dt className="text-12 text-ink-3">{resume.paused}</dt>
        <dd>{chain.failure ? <ChainFailureText failure={chain.failure} /> : <q lang="en">{chain.sentence}</q>}</dd>
      </dl>
      <FormField form={form} hint={resume.noteHint} label={resume.note} name="note">
        {(parts) => <TextArea {...parts} maxLength={MOST_NOTE} required rows={2} />}
      </FormField>
    </FormDialog>
  );
}

type Rescan = { from: string; note: string };

/** Has blocks read again from a height on. */
export function RescanDialog({ chain, onClose }: DialogProps) {
  const { rescan } = words;
  const { toast } = useStatus();
  const network = networkName(chain.network);
  const ours = chain.height ?? 0;
  const height = countText(ours);
  const command = useChainCommand(onClose);
  const form = useDeskForm({
    defaults: { from: "", note: "" },
    check: checkedBy<Rescan, typeof rescanChainEndpoint.body>(rescanChainCall, {
      bodyOf: ({ from, note }) => ({ from: numberTyped(from), note: note.trim() || undefined }),
      missing: { note: rescan.noteMissing },
      words: { from: rescan.fromFault(height) },
      faults: ({ from }) => ({ from: isBelow(numberTyped(from), ours) ? undefined : rescan.fromFault(height) }),
    }),
    send: async ({ from, note }) => {
      await command.mutateAsync({ command: "rescan", network: chain.network, note, from });
      toast(rescan.done(network, countText(from)));
    },
  });
  return (
    <FormDialog
      action={rescan.action(network)}
      failed={rescan.failed}
      form={form}
      onClose={onClose}
      summary={rescan.summary}
      title={rescan.title(network)}
    >
      <FormField form={form} hint={rescan.fromHint(height)} label={rescan.from} name="from">
        {(parts) => <Input {...parts} data-first figures inputMode="numeric" />}
      </FormField>
      <NoteField form={form} label={rescan.note} />
    </FormDialog>
  );
}

/** Whether a block lies below the height that we have. */
const isBelow = (block: Decimal | string | undefined, height: number): boolean =>
  block instanceof Decimal && block.compare(Decimal.of(BigInt(height))) < 0;
