"use client";

import { useState } from "react";
import type { KeyRecord } from "#lib/keys/contract.ts";
import { HOUSE_SCOPES, SCOPES } from "#lib/contract/permissions.ts";
import { Section } from "#components/ui/section.tsx";
import { useMay } from "#components/may.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { KeyForm } from "./key-form.tsx";
import { type MadeKey, useKeys } from "./keys-data.ts";
import { OnceDialog } from "#components/ui/once-dialog.tsx";
import { useOf } from "#components/whose.tsx";

const words = developersText.keys;

type OpenDialog =
  | { command: "make" }
  | { command: "rotate" | "revoke"; key: KeyRecord }
  | { command: "show"; made: MadeKey };

/** The keys of the account or of the house: what each may do, from where, until when, and when it was last used. */
export function KeysTab({ onMade }: { onMade?: (key: MadeKey) => void }) {
  const ofHouse = useOf() === "house";
  const may = useMay(ofHouse ? "house:audit" : "keys:read");
  const mayChange = useMay(ofHouse ? "house:keys" : "keys:write");
  const keys = useKeys(may);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [ended, setEnded] = useState(false);
  const close = () => setDialog(undefined);
  const show = (made: MadeKey) => {
    onMade?.(made);
    setDialog({ command: "show", made });
  };
  if (!may) return <Empty title={words.title}>{developersText.mayNotSee}</Empty>;
  const all = keys.data ?? [];
  const current = all.filter(isCurrent);
  const shown = ended ? all : current;
  const { title, empty } = ofHouse ? words.ofHouse : { title: words.title, empty: words.empty.text };
  return (
    <Section
      end={
        mayChange ? (
          <Button look="primary" onClick={() => setDialog({ command: "make" })}>
            {words.make}
          </Button>
        ) : undefined
      }
      hint={keys.isSuccess ? words.hint(current.length) : undefined}
      title={title}
    >
      {keys.isError ? <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} title={words.failed} /> : null}
      {keys.isPending ? <Waiting /> : null}
      {keys.isSuccess && shown.length === 0 ? <Empty title={words.empty.title}>{empty}</Empty> : null}
      {shown.length > 0 ? (
        <KeysTable keys={shown} mayChange={mayChange} onAsk={(command, key) => setDialog({ command, key })} />
      ) : null}
      {ended ? null : <EndedKeys count={all.length - current.length} onShow={() => setEnded(true)} />}
      {dialog ? <CommandDialog dialog={dialog} onClose={close} onMade={show} /> : null}
    </Section>
  );
}

function CommandDialog({
  dialog,
  ...reports
}: {
  dialog: OpenDialog;
  onClose: () => void;
  onMade: (made: MadeKey) => void;
}) {
  switch (dialog.command) {
    case "make":
      return <KeyForm {...reports} />;
    case "rotate":
      return <RotateDialog {...reports} keyRecord={dialog.key} />;
    case "revoke":
      return <RevokeDialog keyRecord={dialog.key} onClose={reports.onClose} />;
    default:
      return <MadeKeyDialog made={dialog.made} onClose={reports.onClose} />;
  }
}

/** It works, or will once a second person has agreed: either takes one of the places that there are. */
const isCurrent = ({ status }: KeyRecord): boolean => status === "ACTIVE" || status === "WAITING";

function EndedKeys({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div className="px-gutter py-2">
      <Button look="plain" onClick={onShow} size="small">
        {words.ended(count)}
      </Button>
    </div>
  );
}

function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const { once } = words;
  const summary = made.secret ? once.summary : once.signed;
  return (
    <OnceDialog
      done={once.done}
      lines={[
        { label: once.id, name: words.id, value: made.keyId },
        ...(made.secret
          ? [
              { label: once.secret, name: once.secretName, value: made.secret },
              { label: once.both, name: once.bothName, value: `${made.keyId}:${made.secret}` },
            ]
          : []),
      ]}
      onClose={onClose}
      summary={made.status === "WAITING" ? `${summary} ${once.waits}` : summary}
      title={once.title(made.name)}
    />
  );
}

function KeysTable({
  keys,
  mayChange,
  onAsk,
}: {
  keys: readonly KeyRecord[];
  mayChange: boolean;
  onAsk: (command: "rotate" | "revoke", key: KeyRecord) => void;
}) {
  return (
    <ShortTable
      columns={[
        ...factColumns(),
        {
          id: "actions",
          label: words.columns.commands,
          hideLabel: true,
          cell: (key) => (isCurrent(key) && mayChange ? <Commands keyRecord={key} onAsk={onAsk} /> : null),
        },
      ]}
      keyOf={({ keyId }) => keyId}
      label={words.table}
      rows={keys}
      top
    />
  );
}

const factColumns = (): ShortColumn<KeyRecord>[] => [
  { id: "name", label: words.columns.name, names: true, cell: (key) => <KeyName keyRecord={key} /> },
  { id: "status", label: words.columns.status, cell: ({ status }) => <State {...STATES[status]} /> },
  {
    id: "scopes",
    label: words.columns.scopes,
    className: "min-w-50 whitespace-normal! text-ink-2",
    cell: ({ scopes }) => scopesText(scopes),
  },
  {
    id: "from",
    label: words.columns.from,
    className: "text-ink-2",
    cell: ({ ipAllow }) => (ipAllow.length > 0 ? ipAllow.join(", ") : <Faint>{words.anywhere}</Faint>),
  },
  {
    id: "rate",
    label: words.columns.rate,
    align: "end",
    className: "figure",
    cell: ({ rate }) => words.ratePerSecond(rate),
  },
  {
    id: "used",
    label: words.columns.used,
    cell: ({ lastUsedAt: at }) => (at ? <Time at={at} /> : <Faint>{words.notYet}</Faint>),
  },
  {
    id: "expires",
    label: words.columns.expires,
    cell: ({ expiresAt: at }) => (at ? <Time at={at} /> : <Faint>{words.never}</Faint>),
  },
];

function KeyName({ keyRecord: { name, keyId, publicKey } }: { keyRecord: KeyRecord }) {
  return (
    <>
      <span className="font-medium">{name}</span> {publicKey ? <Tag>Ed25519</Tag> : null}
      <div className="text-12 font-normal text-ink-3">
        <Hash copy={words.id} value={keyId} />
      </div>
    </>
  );
}

function Faint({ children }: { children: string }) {
  return <span className="text-ink-3">{children}</span>;
}

function Commands({
  keyRecord,
  onAsk,
}: {
  keyRecord: KeyRecord;
  onAsk: (command: "rotate" | "revoke", key: KeyRecord) => void;
}) {
  const rotates = useOf() === "account" && keyRecord.status === "ACTIVE";
  return (
    <span className="flex justify-end gap-1">
      {rotates ? (
        <Button aria-label={words.rotateOf(keyRecord.name)} onClick={() => onAsk("rotate", keyRecord)} size="small">
          {words.rotate}
        </Button>
      ) : null}
      <Button
        aria-label={words.revokeOf(keyRecord.name)}
        look="stop"
        onClick={() => onAsk("revoke", keyRecord)}
        size="small"
      >
        {words.revoke}
      </Button>
    </span>
  );
}

const STATES: Record<KeyRecord["status"], StateFacts> = {
  WAITING: {
    tone: "wait",
    glyph: "pending",
    get word() {
      return words.status.WAITING;
    },
  },
  ACTIVE: {
    tone: "done",
    glyph: "done",
    get word() {
      return words.status.ACTIVE;
    },
  },
  EXPIRED: {
    tone: "none",
    glyph: "expired",
    get word() {
      return words.status.EXPIRED;
    },
  },
  REVOKED: {
    tone: "none",
    glyph: "cancel",
    get word() {
      return words.status.REVOKED;
    },
  },
};

const scopesText = (scopes: readonly string[]): string =>
  [SCOPES, HOUSE_SCOPES].some((all) => all.every((scope) => scopes.includes(scope)))
    ? words.allScopes
    : scopes.join(", ");
