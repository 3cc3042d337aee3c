"use client";

import { useMutation } from "@tanstack/react-query";
import { saveFile } from "#components/save-file.ts";
import { type Api, useApi } from "#components/staff.tsx";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { useStatus } from "#components/ui/status.tsx";

type Props = {
  /** Fetches it in the name of the account. */
  fetchFile: (file: Api["file"]) => Promise<Blob>;
  name: string;
  label: string;
};

/** Fetches a document and hands it to the reader as a file. */
export function DocumentButton({ fetchFile, name, label }: Props) {
  const { file } = useApi();
  const { toast } = useStatus();
  const fetching = useMutation({
    mutationFn: async () => saveFile(name, await fetchFile(file)),
    onError: () => toast(text.documents.failed),
  });
  return (
    <Button busy={fetching.isPending} onClick={() => fetching.mutate()} size="small">
      <Icon className="text-ink-3" name="export" size={14} />
      {label}
    </Button>
  );
}
