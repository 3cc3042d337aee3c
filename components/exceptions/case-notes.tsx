"use client";

import type { z } from "zod";
import { noteCaseCall } from "#lib/cases/calls.ts";
import type { CaseDetail, CaseEntry, noteCaseEndpoint } from "#lib/cases/contract.ts";
import { useMay } from "#components/may.ts";
import { useOf } from "#components/whose.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { useCaseCommand } from "./cases-data.ts";

const words = text.exceptions;
const MOST_NOTE = 1_000;

/** What people wrote and did, oldest first, and a field for the next note. */
export function CaseNotes({ found }: { found: CaseDetail }) {
  const may = useMay(useOf() === "house" ? "house:cases" : "notes:write");
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
  const command = useCaseCommand(caseId);
  const form = useDeskForm<{ note: string }, z.output<typeof noteCaseEndpoint.body>>({
    defaults: { note: "" },
    check: checkedBy<{ note: string }, typeof noteCaseEndpoint.body>(noteCaseCall, {
      faults: ({ note }) => ({ note: note.trim() === "" ? words.actions.noteMissing : undefined }),
    }),
    async send({ note = "" }) {
      const { history } = await command.mutateAsync({ command: "note", note });
      form.reset();
      const made = history.at(-1);
      toast(words.actions.noted, made ? () => command.mutate({ command: "note", withdraws: made.entryId }) : undefined);
    },
  });
  return (
    <form className="grid gap-2" noValidate onSubmit={form.submit}>
      <FormField form={form} hint={words.actions.noteHint} label={words.actions.note} name="note">
        {(parts) => <TextArea {...parts} maxLength={MOST_NOTE} rows={2} />}
      </FormField>
      <Button busy={command.isPending} className="justify-self-start" size="small" type="submit">
        {words.actions.addNote}
      </Button>
      {command.error ? <ErrorNote error={command.error} title={words.actions.failed} /> : null}
    </form>
  );
}
