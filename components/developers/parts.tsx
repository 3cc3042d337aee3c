import type { ReactNode } from "react";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CopyLine } from "#components/ui/copy-line.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";

/** Lines of a program, to be copied whole. */
export function Code({
  label,
  copy,
  wrapped = false,
  children,
}: {
  label: string;
  copy: string;
  wrapped?: boolean;
  children: string;
}) {
  return (
    <div className="relative min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={label} className="overflow-auto rounded-2 border border-rule bg-sunken" tabIndex={0}>
        <pre
          className={cx(
            "p-3 pe-9 font-mono text-12 text-ink-2",
            wrapped ? "whitespace-pre-wrap wrap-anywhere" : "w-fit",
          )}
        >
          {children}
        </pre>
      </section>
      <span className="absolute end-1.5 top-1.5 rounded-1 bg-sunken">
        <CopyButton name={copy} value={children} />
      </span>
    </div>
  );
}

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

/** Asks once more before something ends; the focus is on keeping it. */
export function ConfirmDialog({
  title,
  summary,
  keep = text.dialog.cancel,
  action,
  look = "stop",
  busy,
  error,
  failed,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  summary: string;
  keep?: string;
  action: string;
  look?: "stop" | "primary";
  busy: boolean;
  error: unknown;
  failed: string;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {keep}
          </Button>
          <Button busy={busy} look={look} onClick={onConfirm} size="large">
            {action}
          </Button>
        </>
      }
      onClose={onClose}
      summary={summary}
      title={title}
    >
      {children}
      <DialogFault error={error} title={failed} />
    </Dialog>
  );
}

/** What went wrong, edge to edge at a dialog's foot. */
export function DialogFault({ error, title }: { error: unknown; title: string }) {
  if (!error) return null;
  return (
    <div className="-mx-5 mt-4 -mb-4">
      <ErrorNote error={error} title={title} />
    </div>
  );
}
