"use client";

import { useMay } from "#components/may.ts";
import { commentsText } from "#lib/i18n/comments.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { CommentEntries } from "./comment-entries.tsx";
import { CommentForm } from "./comment-form.tsx";
import { type On, useComments, useMakeComment } from "./comments-data.ts";

/** What people wrote on an object, and a field for the next comment for who may write one. */
export function Comments(on: On) {
  const may = useMay(on.of === "house" ? "house:cases" : "notes:write");
  const { data, error, refetch } = useComments(on);
  const make = useMakeComment(on);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={commentsText.failed} />;
  if (!data) return <Waiting lines={2} />;
  return (
    <div className="grid gap-3">
      <CommentEntries entries={data.data} />
      {may ? (
        <CommentForm
          add={async (comment) => (await make.mutateAsync(comment)).data.at(-1)?.entryId}
          busy={make.isPending}
          error={make.error}
          key={on.objectId}
          people={data.people}
          withdraw={(withdraws) => make.mutate({ withdraws })}
        />
      ) : null}
    </div>
  );
}
