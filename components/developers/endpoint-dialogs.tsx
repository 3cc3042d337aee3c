"use client";

import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { useStatus } from "#components/ui/status.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { OnceDialog } from "#components/ui/once-dialog.tsx";
import { useEndpointCommand } from "./webhooks-data.ts";

const words = developersText.webhooks;

/** The open dialog about an endpoint: a question to the person, or a secret that is shown once. */
export type EndpointDialog =
  | { command: "add" }
  | { command: "edit" | "rotate" | "remove" | "prove"; endpoint: EndpointRecord }
  | { command: "show"; secret: string };

export function EndpointDialogs({
  dialog,
  onAsk,
}: {
  dialog: EndpointDialog | undefined;
  onAsk: (dialog: EndpointDialog | undefined) => void;
}) {
  const close = () => onAsk(undefined);
  const show = (secret: string | undefined) => onAsk(secret === undefined ? undefined : { command: "show", secret });
  switch (dialog?.command) {
    case "add":
      return <EndpointForm onClose={close} onSaved={show} />;
    case "edit":
      return <EndpointForm endpoint={dialog.endpoint} onClose={close} onSaved={close} />;
    case "rotate":
      return <RotateSecret endpoint={dialog.endpoint} onClose={close} onMade={show} />;
    case "prove":
      return <ProofDialog endpoint={dialog.endpoint} onClose={close} />;
    case "remove":
      return <RemoveEndpoint endpoint={dialog.endpoint} onClose={close} />;
    case "show":
      return (
        <OnceDialog
          done={words.once.done}
          lines={[{ label: words.once.secret, name: words.once.secretName, value: dialog.secret }]}
          onClose={close}
          summary={words.once.summary}
          title={words.once.title}
        />
      );
    default:
      return null;
  }
}

function RotateSecret({
  endpoint: { endpointId },
  onMade,
  onClose,
}: {
  endpoint: EndpointRecord;
  onMade: (secret: string | undefined) => void;
  onClose: () => void;
}) {
  const rotate = useEndpointCommand();
  const { rotation } = words;
  return (
    <ConfirmDialog
      action={rotation.action}
      busy={rotate.isPending}
      error={rotate.error}
      failed={rotation.failed}
      look="primary"
      onClose={onClose}
      onConfirm={() => rotate.mutate({ command: "rotate", endpointId }, { onSuccess: ({ secret }) => onMade(secret) })}
      summary={rotation.summary}
      title={rotation.title}
    />
  );
}

function RemoveEndpoint({ endpoint: { endpointId, url }, onClose }: { endpoint: EndpointRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const remove = useEndpointCommand();
  const { removal } = words;
  const removed = () => {
    toast(words.removed);
    onClose();
  };
  return (
    <ConfirmDialog
      action={removal.action}
      busy={remove.isPending}
      error={remove.error}
      failed={removal.failed}
      keep={removal.keep}
      onClose={onClose}
      onConfirm={() => remove.mutate({ command: "remove", endpointId }, { onSuccess: removed })}
      summary={removal.summary(url)}
      title={removal.title}
    />
  );
}
