"use client";

import { useState } from "react";
import { text } from "#components/text/text.ts";
import { countText } from "#components/ui/amount.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog, writtenIn } from "#components/ui/form-dialog.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type ChainDeed, useChainDeed } from "./chains-data.ts";
import type { ChainFacts } from "./coverage-of.ts";

const words = text.chains;
const MOST_NOTE = 1_000;

type Asked = { chain: ChainFacts; onClose: () => void };

/** Lets a paused chain go on; it may take back credited money, so the focus is on leaving it paused. */
export function ResumeDialog({ chain, onClose }: Asked) {
  const { resume } = words;
  const network = words.networks[chain.network] ?? chain.network;
  const ask = useAsk(onClose, resume.done(network));
  return (
    <FormDialog
      action={resume.action(network)}
      busy={ask.isPending}
      fault={{ error: ask.error, title: resume.failed }}
      leave={{ label: resume.keep, first: true }}
      look="stop"
      onClose={onClose}
      onSubmit={ask.submit((note) => ({ deed: "resume", network: chain.network, note }))}
      summary={resume.summary}
      title={resume.title(network)}
    >
      <dl className="grid gap-1">
        <dt className="text-12 text-ink-3">{resume.paused}</dt>
        <dd>{chain.sentence}</dd>
      </dl>
      <Note error={ask.missing ? resume.noteMissing : undefined} hint={resume.noteHint} label={resume.note} />
    </FormDialog>
  );
}

/** Has blocks read again from a height on. */
export function RescanDialog({ chain, onClose }: Asked) {
  const { rescan } = words;
  const network = words.networks[chain.network] ?? chain.network;
  const [from, setFrom] = useState("");
  const [tried, setTried] = useState(false);
  const first = firstOf(from, chain.height ?? 0);
  const height = countText(chain.height ?? 0);
  const ask = useAsk(onClose, rescan.done(network, countText(first ?? 0)));
  return (
    <FormDialog
      action={rescan.action(network)}
      busy={ask.isPending}
      fault={{ error: ask.error, title: rescan.failed }}
      onClose={onClose}
      onSubmit={(form) => {
        setTried(true);
        ask.submit((note) =>
          first === undefined ? undefined : { deed: "rescan", network: chain.network, note, from: first },
        )(form);
      }}
      summary={rescan.summary}
      title={rescan.title(network)}
    >
      <Field
        error={tried && first === undefined ? rescan.fromFault(height) : undefined}
        hint={rescan.fromHint(height)}
        label={rescan.from}
      >
        {(parts) => (
          <Input
            {...parts}
            data-first
            figures
            inputMode="numeric"
            onChange={(event) => setFrom(event.target.value)}
            value={from}
          />
        )}
      </Field>
      <Note error={ask.missing ? rescan.noteMissing : undefined} label={rescan.note} />
    </FormDialog>
  );
}

/** Reads the note of a form and acts once it and all else is given; says so when it is done. */
function useAsk(onClose: () => void, done: string) {
  const { toast } = useStatus();
  const [missing, setMissing] = useState(false);
  const deed = useChainDeed(() => {
    toast(done);
    onClose();
  });
  const submit =
    (wishOf: (note: string) => ChainDeed | undefined) =>
    (form: HTMLFormElement): void => {
      const note = writtenIn(form, "note");
      const wish = wishOf(note);
      setMissing(note === "");
      if (note !== "" && wish && !deed.isPending) deed.mutate(wish);
    };
  return { submit, missing, isPending: deed.isPending, error: deed.error };
}

function Note({ label, hint, error }: { label: string; hint?: string; error: string | undefined }) {
  return (
    <Field error={error} hint={hint} label={label}>
      {(parts) => <TextArea {...parts} maxLength={MOST_NOTE} name="note" required rows={2} />}
    </Field>
  );
}

/** The block somebody typed, spaces between the thousands or not; undefined unless it lies below ours. */
function firstOf(typed: string, height: number): number | undefined {
  const digits = typed.replace(/[\s\u00a0]/g, "");
  return /^\d{1,10}$/.test(digits) && Number(digits) < height ? Number(digits) : undefined;
}
