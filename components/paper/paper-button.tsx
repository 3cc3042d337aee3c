"use client";

import { useMutation } from "@tanstack/react-query";
import { useStaff, useAccount } from "#components/staff.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { useStatus } from "#components/ui/status.tsx";

/** Fetches a paper and hands it to the reader as a file; who acts for several accounts names the one it is of. */
export function PaperButton({ path, file, label }: { path: string; file: string; label: string }) {
  const { accounts } = useStaff();
  const account = useAccount()?.id ?? "";
  const { toast } = useStatus();
  const fetching = useMutation({
    mutationFn: async () => {
      const reply = await fetch(path, {
        headers: accounts.length > 1 ? { "x-account": account } : {},
        cache: "no-store",
      });
      if (!reply.ok) throw new Error(`the server answered ${reply.status}`);
      save(await reply.blob(), file);
    },
    onError: () => toast(text.paper.failed),
  });
  return (
    <Button busy={fetching.isPending} onClick={() => fetching.mutate()} size="small">
      <Icon className="text-ink-3" name="print" size={14} />
      {label}
    </Button>
  );
}

function save(content: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
