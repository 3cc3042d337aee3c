"use client";

import { useState } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { RuleRecord } from "#lib/notices/contract.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { settingsText } from "#lib/i18n/settings.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { NotificationForm } from "./notification-form.tsx";
import { useRuleCommand, useRules } from "./notifications-data.ts";
import { roleName } from "#lib/i18n/role-name.ts";

const words = settingsText.notifications;

/** Who of the account is told of what, and by which way. */
export function NotificationsTab() {
  const rules = useRules();
  const may = useMay("settings:write");
  const { toast } = useStatus();
  const [adding, setAdding] = useState(false);
  return (
    <Section
      end={
        may ? (
          <Button look="primary" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        ) : undefined
      }
      hint={words.hint}
      title={words.title}
    >
      {rules.isError ? (
        <ErrorNote error={rules.error} onRetry={() => void rules.refetch()} title={words.failed} />
      ) : null}
      {rules.isPending ? <Waiting /> : null}
      {rules.data?.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null}
      {rules.data && rules.data.length > 0 ? (
        <ShortTable columns={columns(may)} keyOf={({ ruleId }) => ruleId} label={words.title} rows={rules.data} />
      ) : null}
      {adding ? (
        <NotificationForm
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            toast(words.added);
          }}
        />
      ) : null}
    </Section>
  );
}

const columns = (may: boolean): ShortColumn<RuleRecord>[] => [
  { id: "channel", label: words.columns.channel, names: true, cell: ({ channel }) => words.channels[channel] },
  { id: "to", label: words.columns.to, cell: whomOf },
  {
    id: "topics",
    label: words.columns.topics,
    className: "min-w-40 whitespace-normal!",
    cell: ({ topics }) => topics.map((topic) => words.topics[topic]).join(", "),
  },
  { id: "state", label: words.columns.state, cell: (rule) => <RuleState rule={rule} /> },
  ...(may
    ? [
        {
          id: "actions",
          label: words.columns.actions,
          hideLabel: true,
          cell: (rule: RuleRecord) => <Commands rule={rule} />,
        },
      ]
    : []),
];

const whomOf = ({ role, name, url }: RuleRecord): string =>
  role ? words.everybody(roleName(role)) : (name ?? url ?? "");

function RuleState({ rule: { channel, failingSince, sentAt } }: { rule: RuleRecord }) {
  if (channel === "BELL") return <State glyph="done" tone="done" word={words.states.rings} />;
  if (failingSince !== undefined)
    return (
      <>
        <State glyph="attn" tone="fail" word={words.states.failing} /> <Time at={failingSince} className="text-ink-3" />
      </>
    );
  if (sentAt === undefined) return <State glyph="pending" tone="none" word={words.states.unused} />;
  return (
    <>
      <State glyph="done" tone="done" word={words.states.sent} /> <Time at={sentAt} className="text-ink-3" />
    </>
  );
}

function Commands({ rule }: { rule: RuleRecord }) {
  const command = useRuleCommand();
  const { toast } = useStatus();
  const [ending, setEnding] = useState(false);
  const { ruleId, channel } = rule;
  const name = `${words.channels[channel]}, ${whomOf(rule)}`;
  const test = () =>
    command.mutate(
      { command: "test", ruleId },
      {
        onSuccess: () => toast(words.tested),
        onError: (error) => toast(isApiFault(error) ? words.testFailed : words.failed),
      },
    );
  return (
    <span className="flex justify-end gap-1 py-1">
      {channel === "BELL" ? null : (
        <Button aria-description={name} busy={command.isPending} onClick={test} size="small">
          {words.test}
        </Button>
      )}
      <Button aria-description={name} look="stop" onClick={() => setEnding(true)} size="small">
        {words.end}
      </Button>
      {ending ? (
        <ConfirmDialog
          action={words.endAction}
          busy={command.isPending}
          error={command.error}
          failed={words.failed}
          onClose={() => setEnding(false)}
          onConfirm={() => command.mutate({ command: "end", ruleId }, { onSuccess: () => toast(words.ended) })}
          summary={words.endSummary}
          title={words.endTitle(name)}
        />
      ) : null}
    </span>
  );
}
