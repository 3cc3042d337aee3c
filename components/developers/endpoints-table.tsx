"use client";

import { faultText } from "#components/fault-text.ts";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { countText } from "#lib/i18n/amount.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { useEndpointCommand } from "./webhooks-data.ts";

const words = developersText.webhooks;

type Ask = (command: "edit" | "rotate" | "remove" | "prove", endpoint: EndpointRecord) => void;

/** The account's endpoints; choosing one shows its deliveries. */
export function EndpointsTable({
  endpoints,
  chosen,
  mayChange,
  sandbox,
  onChoose,
  onAsk,
}: {
  endpoints: readonly EndpointRecord[];
  chosen: string | undefined;
  mayChange: boolean;
  sandbox: boolean;
  onChoose: (endpointId: string) => void;
  onAsk: Ask;
}) {
  return (
    <ShortTable
      columns={[
        {
          id: "url",
          label: words.columns.url,
          names: true,
          cell: (endpoint) => <Address endpoint={endpoint} onChoose={onChoose} />,
        },
        { id: "status", label: words.columns.status, cell: (endpoint) => <Status endpoint={endpoint} /> },
        {
          id: "types",
          label: words.columns.types,
          className: "text-ink-2",
          cell: ({ eventTypes }) => (
            <span title={eventTypes.join("\n") || undefined}>
              {eventTypes.length === 0 ? words.allTypes : words.someTypes(eventTypes.length)}
            </span>
          ),
        },
        {
          id: "pending",
          label: words.columns.pending,
          align: "end",
          className: "figure",
          cell: ({ pending }) => countText(pending),
        },
        {
          id: "made",
          label: words.columns.made,
          cell: ({ createdAt }) => <Time at={createdAt} className="text-ink-2" />,
        },
        {
          id: "actions",
          label: words.columns.commands,
          hideLabel: true,
          cell: (endpoint) => (mayChange ? <Commands endpoint={endpoint} onAsk={onAsk} sandbox={sandbox} /> : null),
        },
      ]}
      isCurrent={({ endpointId }) => endpointId === chosen}
      keyOf={({ endpointId }) => endpointId}
      label={words.table}
      rows={endpoints}
    />
  );
}

function Address({ endpoint, onChoose }: { endpoint: EndpointRecord; onChoose: (endpointId: string) => void }) {
  return (
    <div className="py-1">
      <button
        className="min-h-6 rounded-1 text-start font-medium hover:underline"
        onClick={() => onChoose(endpoint.endpointId)}
        type="button"
      >
        {endpoint.url}
      </button>
      {endpoint.description ? <div className="text-12 font-normal text-ink-3">{endpoint.description}</div> : null}
    </div>
  );
}

function Status({ endpoint }: { endpoint: EndpointRecord }) {
  return (
    <>
      <State {...stateOf(endpoint)} />
      {endpoint.oldSecretUntil ? (
        <div className="text-12 text-ink-3">
          {words.oldSecret} <Time at={endpoint.oldSecretUntil} />
        </div>
      ) : null}
    </>
  );
}

function stateOf({ status, disabledReason, failingSince }: EndpointRecord): StateFacts {
  if (status === "DISABLED") {
    const byHand = disabledReason === "MANUAL" || disabledReason === undefined;
    return {
      tone: byHand ? "none" : "fail",
      glyph: byHand ? "cancel" : "attn",
      word: words.disabled,
      why: words.reasons[disabledReason ?? "MANUAL"],
    };
  }
  return failingSince
    ? { tone: "fail", glyph: "attn", word: words.failing }
    : { tone: "done", glyph: "done", word: words.enabled };
}

/** What can be done to one endpoint: what asks first opens a dialog, the rest happens at once. */
function Commands({ endpoint, sandbox, onAsk }: { endpoint: EndpointRecord; sandbox: boolean; onAsk: Ask }) {
  const command = useEndpointCommand();
  const { toast } = useStatus();
  const { endpointId, url, status } = endpoint;
  const enabled = status === "ENABLED";
  const run = (input: Parameters<typeof command.mutate>[0], done: string) =>
    command.mutate(input, {
      onSuccess: () => toast(done),
      onError: (error) => toast(isApiFault(error) ? faultText(error) : words.commandFailed),
    });
  const switched = enabled ? words.disabledNow : words.enabledNow;
  const items: [string, () => void][] = [
    ...(enabled
      ? [[words.test, () => run({ command: "test", endpointId }, words.tested)] as [string, () => void]]
      : []),
    ...(enabled && sandbox ? [[words.proof.action, () => onAsk("prove", endpoint)] as [string, () => void]] : []),
    [words.edit, () => onAsk("edit", endpoint)],
    [words.rotate, () => onAsk("rotate", endpoint)],
    [enabled ? words.disable : words.enable, () => run({ command: "switch", endpointId, disabled: enabled }, switched)],
    [words.remove, () => onAsk("remove", endpoint)],
  ];
  return (
    <span className="flex justify-end gap-1">
      {items.slice(0, 1).map(([label, act]) => (
        <RowButton key={label} label={label} onClick={act} url={url} />
      ))}
      <Menu
        button={<Icon name="menu" size={14} />}
        buttonClass="inline-grid size-7 place-items-center rounded-2 border border-edge bg-control hover:border-strong hover:bg-hover"
        label={words.menu(url)}
      >
        {(close) =>
          items.slice(1).map(([label, act]) => (
            <MenuItem
              key={label}
              onSelect={() => {
                close();
                act();
              }}
            >
              {label}
            </MenuItem>
          ))
        }
      </Menu>
    </span>
  );
}

function RowButton({ label, url, onClick }: { label: string; url: string; onClick: () => void }) {
  return (
    <button
      aria-label={words.of(label, url)}
      className="h-7 rounded-2 border border-edge bg-control px-2 font-medium hover:border-strong hover:bg-hover"
      onClick={onClick}
      type="button"
    >
      {label}
    </button>
  );
}
