"use client";

import type { CaseDetail, CasePerson } from "#lib/cases/contract.ts";
import { CommentEntries } from "#components/comments/comment-entries.tsx";
import { CommentForm } from "#components/comments/comment-form.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { useMay } from "#components/may.ts";
import { useOf } from "#components/whose.tsx";
import { useCaseCommand } from "./cases-data.ts";

/** What people wrote and did, oldest first, and a field for the next note. */
export function CaseNotes({ found, people }: { found: CaseDetail; people: readonly CasePerson[] }) {
  const may = useMay(useOf() === "house" ? "house:cases" : "notes:write");
  const command = useCaseCommand(found.caseId);
  return (
    <div className="grid gap-3">
      <CommentEntries entries={found.history} worded={({ action, detail }) => exceptionsText.history[action](detail)} />
      {may && found.state !== "SETTLED" ? (
        <CommentForm
          add={async (comment) => (await command.mutateAsync({ command: "note", ...comment })).history.at(-1)?.entryId}
          busy={command.isPending}
          error={command.error}
          key={found.caseId}
          people={people}
          withdraw={(withdraws) => command.mutate({ command: "note", withdraws })}
        />
      ) : null}
    </div>
  );
}
