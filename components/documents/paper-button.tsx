"use client";

import { useMutation } from "@tanstack/react-query";
import { saveFile } from "#components/save-file.ts";
import { type Api, useApi } from "#components/staff.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { useStatus } from "#components/ui/status.tsx";

type Paper = {
  /** Fetches it in the name of the account. */
  paper: (file: Api["file"]) => Promise<Blob>;
  name: string;
  label: string;
};

/** Fetches a paper and hands it to the reader as a file. */
export function PaperButton({ paper, name, label }: Paper) {
  const { file } = useApi();
  const { toast } = useStatus();
  const fetching = useMutation({
    mutationFn: async () => saveFile(name, await paper(file)),
    onError: () => toast(text.paper.failed),
  });
  return (
    <Button busy={fetching.isPending} onClick={() => fetching.mutate()} size="small">
      <Icon className="text-ink-3" name="export" size={14} />
      {label}
    </Button>
  );
}
