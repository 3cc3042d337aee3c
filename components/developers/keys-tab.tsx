"use client";

import { useState } from "react";
import type { KeyRecord } from "#lib/access/contract.ts";
import { SCOPES } from "#lib/access/scopes.ts";
import { Section } from "#components/overview/section.tsx";
import { useMay } from "#components/may.ts";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { KeyForm } from "./key-form.tsx";
import { type MadeKey, useKeys } from "./keys-data.ts";
import { OnceDialog, TableFrame, Waiting } from "./parts.tsx";

const words = text.developers.keys;

type Asked = { deed: "make" } | { deed: "rotate" | "revoke"; key: KeyRecord } | { deed: "show"; made: MadeKey };

/** The account's keys: what each may do, from where, until when, and when it was last used. */
export function KeysTab({ onMade }: { onMade: (key: MadeKey) => void }) {
  const may = useMay("access:read");
  const mayChange = useMay("access:write");
  const keys = useKeys(may);
  const [asked, setAsked] = useState<Asked>();
  const [ended, setEnded] = useState(false);
  const close = () => setAsked(undefined);
  const show = (made: MadeKey) => {
    onMade(made);
    setAsked({ deed: "show", made });
  };
  if (!may) return <Empty title={words.title}>{text.developers.mayNotSee}</Empty>;
  const all = keys.data ?? [];
  const active = all.filter(({ status }) => status === "ACTIVE");
  const shown = ended ? all : active;
  return (
    <Section
      end={
        <Button look="primary" onClick={() => setAsked({ deed: "make" })} unavailable={!mayChange}>
          {words.make}
        </Button>
      }
      hint={keys.isSuccess ? words.hint(active.length) : undefined}
      title={words.title}
    >
      {keys.isError ? <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} title={words.failed} /> : null}
      {keys.isPending ? <Waiting /> : null}
      {keys.isSuccess && shown.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
      {shown.length > 0 ? (
        <KeysTable keys={shown} mayChange={mayChange} onAsk={(deed, key) => setAsked({ deed, key })} />
      ) : null}
      {!ended && all.length > active.length ? (
        <div className="px-gutter py-2">
          <Button look="plain" onClick={() => setEnded(true)} size="small">
            {words.ended(all.length - active.length)}
          </Button>
        </div>
      ) : null}
      {asked?.deed === "make" ? <KeyForm onClose={close} onMade={show} /> : null}
      {asked?.deed === "rotate" ? <RotateDialog keyRecord={asked.key} onClose={close} onMade={show} /> : null}
      {asked?.deed === "revoke" ? <RevokeDialog keyRecord={asked.key} onClose={close} /> : null}
      {asked?.deed === "show" ? <MadeKeyDialog made={asked.made} onClose={close} /> : null}
    </Section>
  );
}

function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const { once } = words;
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
      summary={made.secret ? once.summary : once.signed}
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
  onAsk: (deed: "rotate" | "revoke", key: KeyRecord) => void;
}) {
  const { columns } = words;
  return (
    <TableFrame label={words.table}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.scopes}</th>
          <th scope="col">{columns.from}</th>
          <th className="end" scope="col">
            {columns.rate}
          </th>
          <th scope="col">{columns.used}</th>
          <th scope="col">{columns.expires}</th>
          <th scope="col">
            <span className="sr-only">{columns.deeds}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr className="align-top hover:bg-hover [&>*]:py-2" key={key.keyId}>
            <td>
              <span className="font-medium">{key.name}</span> {key.publicKey ? <Tag>Ed25519</Tag> : null}
              <div className="text-12 text-ink-3">
                <Hash copy={words.id} value={key.keyId} />
              </div>
            </td>
            <td>
              <State {...STATES[key.status]} />
            </td>
            <td className="min-w-50 whitespace-normal! text-ink-2">{scopesText(key.scopes)}</td>
            <td className="text-ink-2">
              {key.ipAllow.length === 0 ? <span className="text-ink-3">{words.anywhere}</span> : key.ipAllow.join(", ")}
            </td>
            <td className="figure end">{words.ratePerSecond(key.rate)}</td>
            <td>
              {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : <span className="text-ink-3">{words.notYet}</span>}
            </td>
            <td>{key.expiresAt ? <Time at={key.expiresAt} /> : <span className="text-ink-3">{words.never}</span>}</td>
            <td>
              {key.status === "ACTIVE" && mayChange ? (
                <span className="flex justify-end gap-1">
                  <Button aria-label={words.rotateOf(key.name)} onClick={() => onAsk("rotate", key)} size="small">
                    {words.rotate}
                  </Button>
                  <Button
                    aria-label={words.revokeOf(key.name)}
                    look="stop"
                    onClick={() => onAsk("revoke", key)}
                    size="small"
                  >
                    {words.revoke}
                  </Button>
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

const STATES: Record<KeyRecord["status"], StateFacts> = {
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
  SCOPES.every((scope) => scopes.includes(scope)) ? words.allScopes : scopes.join(", ");
