"use client";

import { Button } from "./button.tsx";
import { CopyLine } from "./copy-line.tsx";
import { Dialog } from "./dialog.tsx";

type Once = { label: string; name: string; value: string };

/** Shows what is shown this once; closing says that it was copied. */
export function OnceDialog({
  title,
  summary,
  lines,
  done,
  onClose,
}: {
  title: string;
  summary: string;
  lines: readonly Once[];
  done: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      footer={
        <Button data-first look="primary" onClick={onClose} size="large">
          {done}
        </Button>
      }
      onClose={onClose}
      summary={summary}
      title={title}
    >
      <div className="grid gap-3">
        {lines.map(({ label, name, value }) => (
          <CopyLine key={label} label={label} name={name} value={value}>
            <span className="font-mono text-12 wrap-anywhere">{value}</span>
          </CopyLine>
        ))}
      </div>
    </Dialog>
  );
}
