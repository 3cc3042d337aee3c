"use client";

import type { z } from "zod";
import { noteCaseCall } from "#lib/cases/calls.ts";
import type { CaseDetail, CaseEntry, CasePerson, noteCaseEndpoint } from "#lib/cases/contract.ts";
import { useMay } from "#components/may.ts";
import { useOf } from "#components/whose.tsx";
import { exceptionsText } from "#components/i18n/exceptions.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { Time } from "#components/ui/time.tsx";
import { useCaseCommand } from "./cases-data.ts";

const words = exceptionsText;
const MOST_NOTE = 1_000;

/** What people wrote and did, oldest first, and a field for the next note. */
export function CaseNotes({ found, people }: { found: CaseDetail; people: readonly CasePerson[] }) {
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
      {may && found.state !== "SETTLED" ? <NoteForm caseId={found.caseId} key={found.caseId} people={people} /> : null}
    </div>
  );
}

function Entry({ entry }: { entry: CaseEntry }) {
  const sentence = words.history[entry.action](entry.detail);
  const isText = entry.action !== "ASSIGNED" && entry.detail !== "";
  return (
    <>
      <p className="text-12 text-ink-2">
        <b className="font-medium text-ink-1">{entry.actor.replace(/^staff:/, "")}</b> {sentence}{" "}
        <Time at={entry.at} className="text-ink-3" />
        {entry.withdrawn ? <span className="text-ink-3">, {words.drawer.withdrawn}</span> : null}
      </p>
      {isText ? (
        <p className="text-pretty whitespace-pre-wrap wrap-anywhere">
          {spokenTo(entry).map(({ at, part, isName }) =>
            isName ? (
              <b className="font-medium text-accent" key={at}>
                {part}
              </b>
            ) : (
              part
            ),
          )}
        </p>
      ) : null}
    </>
  );
}

const calledBy = ({ name }: CasePerson): string => `@${name}`;

/** Whom a text calls by `@` and their name; of names that begin alike the longest. */
function mentionedIn(written: string, people: readonly CasePerson[]): CasePerson[] {
  const longest = people.toSorted((one, other) => other.name.length - one.name.length);
  const at = [...written.matchAll(/@/gu)].map(({ index }) => written.slice(index));
  return [...new Set(at.flatMap((rest) => longest.find((person) => rest.startsWith(calledBy(person))) ?? []))];
}

/** A note in parts: what is somebody's name, and what is not. */
function spokenTo({ detail, mentions = [] }: CaseEntry): { at: number; part: string; isName: boolean }[] {
  const names = mentions.map(calledBy).toSorted((one, other) => other.length - one.length);
  const parts: { at: number; part: string; isName: boolean }[] = [];
  let from = 0;
  for (let at = 0; at < detail.length; at += 1) {
    const name = names.find((each) => detail.startsWith(each, at));
    if (!name) continue;
    parts.push({ at: from, part: detail.slice(from, at), isName: false }, { at, part: name, isName: true });
    from = at + name.length;
    at = from - 1;
  }
  return [...parts, { at: from, part: detail.slice(from), isName: false }].filter(({ part }) => part !== "");
}

function NoteForm({ caseId, people }: { caseId: string; people: readonly CasePerson[] }) {
  const { toast } = useStatus();
  const command = useCaseCommand(caseId);
  const form = useDeskForm<{ note: string }, z.output<typeof noteCaseEndpoint.body>>({
    defaults: { note: "" },
    check: checkedBy<{ note: string }, typeof noteCaseEndpoint.body>(noteCaseCall, {
      faults: ({ note }) => ({ note: note.trim() === "" ? words.actions.noteMissing : undefined }),
    }),
    async send({ note = "" }) {
      const { history } = await command.mutateAsync({
        command: "note",
        note,
        mentions: mentionedIn(note, people).map(({ userId }) => userId),
      });
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
      <span className="flex gap-2">
        <Button busy={command.isPending} size="small" type="submit">
          {words.actions.addNote}
        </Button>
        <Menu
          align="start"
          button="@ "
          buttonClass="inline-flex h-7 items-center rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink-1"
          label={words.actions.mention}
          shownLabel
        >
          {(close) =>
            people.map((person) => (
              <MenuItem
                key={person.userId}
                onSelect={() => {
                  const written = form.watch("note");
                  const gap = written === "" || written.endsWith(" ") ? "" : " ";
                  form.setValue("note", `${written}${gap}${calledBy(person)} `, { shouldDirty: true });
                  close();
                  form.setFocus("note");
                }}
              >
                {person.name}
              </MenuItem>
            ))
          }
        </Menu>
      </span>
      {command.error ? <ErrorNote error={command.error} title={words.actions.failed} /> : null}
    </form>
  );
}
