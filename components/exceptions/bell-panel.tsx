"use client";

import Link from "next/link";
import { useState } from "react";
import { CASE_KINDS } from "#lib/cases/case-kinds.ts";
import type { CaseRecord, CaseSummary } from "#lib/cases/contract.ts";
import { commentedHref } from "#lib/cases/comment-kinds.ts";
import { topicOf } from "#lib/cases/topics.ts";
import type { InvitationRecord } from "#lib/people/user-contract.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { APPROVALS_HREF, approvalHref } from "#lib/contract/approval-href.ts";
import { titleOf } from "#lib/approvals/approval-text.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { text } from "#lib/i18n/text.ts";
import { Glyph } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { useOf } from "#components/whose.tsx";
import { Age } from "./age.tsx";
import { lookOf } from "./case-look.ts";
import { useLook, useFirstCases } from "./cases-data.ts";
import { causeText } from "./cause-text.ts";

const words = text.bell;
/** The bell shows so many of the newest; the inbox has all. */
const SHOWN = 8;
/** A part of the panel, as wide as it is: what is longer is cut. */
const PART = "grid w-80 max-w-full grid-cols-1";

type Rung = Pick<CaseSummary, "mentions"> & { bell: CaseSummary["bell"] | undefined; close: () => void };

/** What the bell rings for; `fresh` is absent for who sees no cases. */
export function BellPanel({
  recoveries,
  waiting,
  fresh,
  close,
  ...rung
}: Rung & {
  recoveries: readonly InvitationRecord[];
  waiting: readonly ApprovalRecord[];
  fresh: number | undefined;
}) {
  return (
    <>
      {recoveries.length > 0 ? <Recoveries close={close} recoveries={recoveries} /> : null}
      {waiting.length > 0 || fresh === undefined ? <ToDecide close={close} waiting={waiting} /> : null}
      {fresh === undefined ? null : <Newest {...rung} close={close} fresh={fresh} />}
    </>
  );
}

/** Who was named an administrator of the house by the command line: everybody of the house reads it. */
function Recoveries({ recoveries, close }: { recoveries: readonly InvitationRecord[]; close: () => void }) {
  return (
    <section aria-label={words.recoveries} className={PART}>
      <h2 className="px-2 py-1.5 font-semibold">{words.recoveries}</h2>
      {recoveries.map(({ invitationId, email }) => (
        <Link
          className="flex min-h-9 items-center gap-2 rounded-2 px-2 hover:bg-hover focus-visible:-outline-offset-2"
          href="/settings?tab=people&of=house"
          key={invitationId}
          onClick={close}
          prefetch={false}
        >
          <Glyph className={MARKS.fail} name="attn" />
          <span className="min-w-0 flex-1 truncate font-medium">{words.recovery(email)}</span>
        </Link>
      ))}
    </section>
  );
}

/** What waits for this person's decision, newest first. */
function ToDecide({ waiting, close }: { waiting: readonly ApprovalRecord[]; close: () => void }) {
  return (
    <section aria-label={words.waiting} className={PART}>
      <h2 className="px-2 py-1.5 font-semibold">{words.waiting}</h2>
      {waiting.length === 0 ? <p className="px-2 pb-2 text-ink-3">{text.secondPerson.none}</p> : null}
      <ul>
        {waiting.slice(0, SHOWN).map((request) => (
          <li key={request.approvalId}>
            <Link
              className="flex min-h-9 items-center gap-2 rounded-2 px-2 hover:bg-hover focus-visible:-outline-offset-2"
              href={approvalHref(request.approvalId)}
              onClick={close}
              prefetch={false}
            >
              <Glyph className={MARKS.wait} name="pending" />
              <span className="min-w-0 flex-1 truncate font-medium">{titleOf(request)}</span>
              <Age className="min-w-12 text-end text-12 text-ink-3" since={request.askedAt} />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        className="flex min-h-8 items-center border-t border-rule px-2 text-accent hover:underline"
        href={APPROVALS_HREF}
        onClick={close}
        prefetch={false}
      >
        {words.approvals}
      </Link>
    </section>
  );
}

/** The cases that were new when the bell was opened; they stay listed while it is open. */
function Newest({ fresh, bell, mentions, close }: Rung & { fresh: number }) {
  const ofHouse = useOf() === "house";
  const [count] = useState(fresh);
  const [named] = useState(mentions);
  // What waits for the person's decision stands above, until it is decided.
  const kind = CASE_KINDS.filter((one) => one !== "APPROVAL" && (bell?.includes(topicOf(one)) ?? true));
  const newest = useFirstCases({ limit: SHOWN, kind }, count > 0);
  const shown = newest.isPlaceholderData ? undefined : newest.data?.data.slice(0, count);
  const look = useLook();
  const seen = () => {
    close();
    if (count > 0 || named.length > 0) look.mutate();
  };
  return (
    <section aria-label={words.title} className={PART}>
      <div className="flex items-center px-2 py-1.5">
        <h2 className="font-semibold">{words.title}</h2>
        {count > 0 || named.length > 0 ? (
          <button
            className="ms-auto inline-flex min-h-6 items-center text-12 text-accent hover:underline"
            onClick={seen}
            type="button"
          >
            {words.seen}
          </button>
        ) : null}
      </div>
      {count === 0 && named.length === 0 ? <p className="px-2 pb-2 text-ink-3">{words.none}</p> : null}
      {named.length > 0 ? (
        <ul aria-label={words.mentions}>
          {named.slice(0, SHOWN).map(({ entryId, objectKind, objectId, within = "", kind, by, at }) => (
            <li key={entryId}>
              <Link
                className="flex min-h-9 items-center gap-2 rounded-2 px-2 hover:bg-hover focus-visible:-outline-offset-2"
                href={commentedHref({ kind: objectKind, objectId, within }, ofHouse)}
                onClick={seen}
                prefetch={false}
              >
                <Glyph className="text-accent" name="note" />
                <span className="min-w-0 flex-1 truncate">
                  <b className="font-medium">{words.mentioned(actorText(by))}</b>{" "}
                  <span className="text-ink-3">{kind ? exceptionsText.kinds[kind] : words.objects[objectKind]}</span>
                </span>
                <Age className="min-w-12 text-end text-12 text-ink-3" since={at} />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <ul>
        {shown?.map((one) => (
          <li key={one.caseId}>
            <Line found={one} onGo={seen} />
          </li>
        ))}
      </ul>
      <Link
        className="flex min-h-8 items-center border-t border-rule px-2 text-accent hover:underline"
        href="/exceptions?sort=-since"
        onClick={seen}
        prefetch={false}
      >
        {words.all}
      </Link>
    </section>
  );
}

function Line({ found, onGo }: { found: CaseRecord; onGo: () => void }) {
  const { tone, glyph, word } = lookOf(found);
  return (
    <Link
      className="flex min-h-9 items-center gap-2 rounded-2 px-2 hover:bg-hover focus-visible:-outline-offset-2"
      href={`/exceptions?case=${encodeURIComponent(found.caseId)}`}
      onClick={onGo}
      prefetch={false}
      title={causeText(found)}
    >
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className="min-w-0 flex-1 truncate font-medium">{word}</span>
      {found.worth ? (
        <span>
          <Money asset={found.fiat} unit value={found.worth} />
        </span>
      ) : null}
      <Age className="min-w-12 text-end text-12 text-ink-3" since={found.since} />
    </Link>
  );
}
