"use client";

import { useState } from "react";
import type { KeyRecord } from "#lib/keys/contract.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { Field } from "#components/ui/field.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type MadeKey, useRevokeKey, useRotateKey } from "./keys-data.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";

const words = developersText.keys;
const OVERLAP_MS = "86400000";

/** Replaces a key by one like it, the old one ending after an overlap. */
export function RotateDialog({
  keyRecord: { keyId, name, publicKey: old },
  onMade,
  onClose,
}: {
  keyRecord: KeyRecord;
  onMade: (key: MadeKey) => void;
  onClose: () => void;
}) {
  const [overlapMs, setOverlapMs] = useState(OVERLAP_MS);
  const [publicKey, setPublicKey] = useState("");
  const [tried, setTried] = useState(false);
  const rotate = useRotateKey(onMade);
  const { rotation } = words;
  return (
    <ConfirmDialog
      action={rotation.action}
      busy={rotate.isPending}
      error={rotate.error}
      failed={rotation.failed}
      look="primary"
      onClose={onClose}
      onConfirm={() => {
        setTried(true);
        const given = publicKey.trim();
        if (old && given === "") return;
        rotate.mutate({ keyId, overlapMs: Number(overlapMs), publicKey: given || undefined });
      }}
      summary={rotation.summary}
      title={rotation.title(name)}
    >
      <Field label={rotation.overlap}>
        {(parts) => (
          <Select {...parts} onChange={(event) => setOverlapMs(event.target.value)} value={overlapMs}>
            {Object.entries(rotation.overlaps).map(([ms, label]) => (
              <option key={ms} value={ms}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {old ? (
        <Field
          error={tried && publicKey.trim() === "" ? rotation.publicKeyMissing : undefined}
          label={rotation.publicKey}
        >
          {(parts) => (
            <TextArea
              {...parts}
              className="font-mono text-12"
              onChange={(event) => setPublicKey(event.target.value)}
              rows={2}
              spellCheck={false}
              value={publicKey}
            />
          )}
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}

/** Ends a key with its next request. */
export function RevokeDialog({ keyRecord: { keyId, name }, onClose }: { keyRecord: KeyRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const { revocation } = words;
  const revoke = useRevokeKey(() => {
    toast(revocation.done(name));
    onClose();
  });
  return (
    <ConfirmDialog
      action={revocation.action}
      busy={revoke.isPending}
      error={revoke.error}
      failed={revocation.failed}
      keep={revocation.keep}
      onClose={onClose}
      onConfirm={() => revoke.mutate(keyId)}
      summary={revocation.summary}
      title={revocation.title(name)}
    />
  );
}
