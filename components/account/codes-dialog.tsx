"use client";

import { accountText } from "#lib/i18n/account.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

const words = accountText.codes;

/** Shows recovery codes, this once; closing says that they were kept. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      footer={
        <Button data-first look="primary" onClick={onClose} size="large">
          {words.done}
        </Button>
      }
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      <div className="relative rounded-2 border border-rule bg-sunken p-3 pe-10">
        <ul aria-label={words.list} className="grid gap-x-6 gap-y-1 font-mono card:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <span className="absolute end-1.5 top-1.5">
          <CopyButton name={words.copy} value={codes.join("\n")} />
        </span>
      </div>
    </Dialog>
  );
}
