"use client";

import type { z } from "zod";
import { noteCaseCall } from "#lib/cases/calls.ts";
import type { CasePerson, noteCaseEndpoint } from "#lib/cases/contract.ts";
import { commentsText } from "#lib/i18n/comments.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { calledBy, mentionedIn } from "./mentioned.ts";

const words = commentsText;
const MOST = 1_000;

/** Writes a comment; the names of colleagues in it address them. */
export function CommentForm({
  people,
  busy,
  error,
  add,
  withdraw,
}: {
  people: readonly CasePerson[];
  busy: boolean;
  error: unknown;
  /** Answers which line it became. */
  add: (comment: { note: string; mentions: string[] }) => Promise<string | undefined>;
  withdraw: (entryId: string) => void;
}) {
  const { toast } = useStatus();
  const form = useDeskForm<{ note: string }, z.output<typeof noteCaseEndpoint.body>>({
    defaults: { note: "" },
    check: checkedBy<{ note: string }, typeof noteCaseEndpoint.body>(noteCaseCall, {
      faults: ({ note }) => ({ note: note.trim() === "" ? words.missing : undefined }),
    }),
    async send({ note = "" }) {
      const entryId = await add({ note, mentions: mentionedIn(note, people).map(({ userId }) => userId) });
      form.reset();
      toast(words.added, entryId === undefined ? undefined : () => withdraw(entryId));
    },
  });
  return (
    <form className="grid gap-2" noValidate onSubmit={form.submit}>
      <FormField form={form} hint={words.noteHint} label={words.note} name="note">
        {(parts) => <TextArea {...parts} maxLength={MOST} rows={2} />}
      </FormField>
      <span className="flex gap-2">
        <Button busy={busy} size="small" type="submit">
          {words.add}
        </Button>
        <Menu
          align="start"
          button="@ "
          buttonClass="inline-flex h-7 items-center rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink-1"
          label={words.mention}
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
      {error ? <ErrorNote error={error} title={words.addFailed} /> : null}
    </form>
  );
}
