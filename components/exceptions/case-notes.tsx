"use client";

import { type SyntheticEvent, useState } from "react";
import type { CaseDetail, CaseEntry } from "#lib/cases/contract.ts";
import { useMay } from "#components/may.ts";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { useCaseDeed } from "./cases-data.ts";

const words = text.exceptions;
const MOST_NOTE = 1_000;

/** What people wrote and did, oldest first, and a field for the next note. */
export function CaseNotes({ found }: { found: CaseDetail }) {
  const may = useMay("notes:write");
  return (
    <div className="grid gap-3">
      {found.history.length === 0 ? <p className="text-12 text-ink-3">{words.drawer.noHistory}</p> : null}
      <ol className="grid gap-2">
        {found.history.map((entry) => (
          <li key={entry.entryId}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {may && found.state !== "SETTLED" ? <NoteForm caseId={found.caseId} key={found.caseId} /> : null}
    </div>
  );
}

function Entry({ entry }: { entry: CaseEntry }) {
  const said = words.history[entry.action](entry.detail);
  const isText = entry.action !== "ASSIGNED" && entry.detail !== "";
  return (
    <>
      <p className="text-12 text-ink-2">
        <b className="font-medium text-ink-1">{entry.actor.replace(/^staff:/, "")}</b> {said}{" "}
        <Time at={entry.at} className="text-ink-3" />
        {entry.withdrawn ? <span className="text-ink-3">, {words.drawer.withdrawn}</span> : null}
      </p>
      {isText ? <p className="text-pretty whitespace-pre-wrap wrap-anywhere">{entry.detail}</p> : null}
    </>
  );
}

function NoteForm({ caseId }: { caseId: string }) {
  const { toast } = useStatus();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const deed = useCaseDeed(caseId);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFault(event.currentTarget);
    const written = note.trim();
    setMissing(written === "");
    if (written === "" || deed.isPending) return;
    deed.mutate(
      { deed: "note", note: written },
      {
        onSuccess: ({ history }) => {
          setNote("");
          const made = history.at(-1);
          toast(words.actions.noted, made ? () => deed.mutate({ deed: "note", withdraws: made.entryId }) : undefined);
        },
      },
    );
  };
  return (
    <form className="grid gap-2" noValidate onSubmit={submit}>
      <Field
        error={missing ? words.actions.noteMissing : undefined}
        hint={words.actions.noteHint}
        label={words.actions.note}
      >
        {(parts) => (
          <TextArea
            {...parts}
            maxLength={MOST_NOTE}
            onChange={(event) => setNote(event.target.value)}
            rows={2}
            value={note}
          />
        )}
      </Field>
      <Button busy={deed.isPending} className="justify-self-start" size="small" type="submit">
        {words.actions.addNote}
      </Button>
      {deed.error ? <ErrorNote error={deed.error} title={words.actions.failed} /> : null}
    </form>
  );
}
