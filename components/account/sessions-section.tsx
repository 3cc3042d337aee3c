"use client";

import { faultText } from "#components/fault-text.ts";
import type { SessionRecord } from "#lib/people/me-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { Section } from "#components/ui/section.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { browserOf } from "./browser-of.ts";
import { useEndOthers, useEndSession, useSessions } from "./own-data.ts";

const words = accountText.sessions;

/** Where the person is signed in, and the way out there. */
export function SessionsSection() {
  const sessions = useSessions();
  const { toast } = useStatus();
  const others = useEndOthers();
  const failed = (error: unknown) => toast(isApiFault(error) ? faultText(error) : accountText.commandFailed);
  const endOthers = () =>
    others.mutate(undefined, { onSuccess: ({ count }) => toast(words.endedMany(Number(count))), onError: failed });
  return (
    <Section
      end={
        sessions.data && sessions.data.length > 1 ? (
          <Button busy={others.isPending} look="stop" onClick={endOthers}>
            {words.endOthers}
          </Button>
        ) : null
      }
      hint={words.hint}
      title={words.title}
    >
      {sessions.error ? (
        <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} title={words.failed} />
      ) : null}
      {sessions.isPending ? <Waiting /> : null}
      {sessions.data ? <Table onFailed={failed} sessions={sessions.data} /> : null}
    </Section>
  );
}

function Table({ sessions, onFailed }: { sessions: readonly SessionRecord[]; onFailed: (error: unknown) => void }) {
  const { toast } = useStatus();
  const end = useEndSession();
  const { columns } = words;
  return (
    <ShortTable
      columns={[
        { id: "where", label: columns.where, names: true, cell: (session) => <Where session={session} /> },
        {
          id: "address",
          label: columns.address,
          cell: ({ clientAddress }) => <span className="figure">{clientAddress ?? "–"}</span>,
        },
        { id: "since", label: columns.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
        { id: "seen", label: columns.seen, cell: ({ lastSeenAt: at }) => (at ? <Time at={at} /> : "–") },
        {
          id: "actions",
          label: columns.commands,
          hideLabel: true,
          cell: (session) =>
            session.current ? null : (
              <span className="flex justify-end py-1">
                <Button
                  aria-label={words.endNamed(whereOf(session))}
                  busy={end.isPending}
                  onClick={() =>
                    end.mutate(session.sessionId, { onSuccess: () => toast(words.ended), onError: onFailed })
                  }
                  size="small"
                >
                  {words.end}
                </Button>
              </span>
            ),
        },
      ]}
      keyOf={({ sessionId }) => sessionId}
      label={words.table}
      rows={sessions}
    />
  );
}

const whereOf = ({ agent }: SessionRecord): string => browserOf(agent) ?? words.unknown;

function Where({ session }: { session: SessionRecord }) {
  return (
    <span className="inline-flex items-center gap-1.5" title={session.agent}>
      {whereOf(session)}
      {session.current ? <Tag>{words.here}</Tag> : null}
    </span>
  );
}
