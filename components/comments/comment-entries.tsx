"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import type { CaseEntry } from "#lib/cases/contract.ts";
import { commentsText } from "#lib/i18n/comments.ts";
import { Time } from "#components/ui/time.tsx";
import { spokenTo } from "./mentioned.ts";

const words = commentsText;

type Worded = (entry: CaseEntry) => string;

/** What people wrote, oldest first; and what else they did, where `worded` has words for it. */
export function CommentEntries({
  entries,
  worded = () => words.wrote,
}: {
  entries: readonly CaseEntry[];
  worded?: Worded;
}) {
  if (entries.length === 0) return <p className="text-12 text-ink-3">{words.none}</p>;
  return (
    <ol className="grid gap-2">
      {entries.map((entry) => (
        <li key={entry.entryId}>
          <Entry entry={entry} sentence={worded(entry)} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry, sentence }: { entry: CaseEntry; sentence: string }) {
  const isText = entry.action !== "ASSIGNED" && entry.detail !== "";
  return (
    <>
      <p className="text-12 text-ink-2">
        <b className="font-medium text-ink-1">{actorText(entry.actor)}</b> {sentence}{" "}
        <Time at={entry.at} className="text-ink-3" />
        {entry.withdrawn ? <span className="text-ink-3">, {words.withdrawn}</span> : null}
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
