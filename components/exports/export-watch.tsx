"use client";

import { useEffect, useEffectEvent } from "react";
import { fileName } from "#lib/exports/export-facts.ts";
import { text } from "#lib/i18n/text.ts";
import { useStatus } from "#components/ui/status.tsx";
import { type ExportRow, isUnderWay, useAwaited, useDownload, useExports } from "./exports-data.ts";

const words = text.exports;

/** Tells, on whatever page its owner is by then, that a file is ready or why it is not. */
export function ExportWatch() {
  const { ids, settle } = useAwaited();
  const { data } = useExports(ids.length > 0);
  const { toast } = useStatus();
  const download = useDownload();
  const notify = useEffectEvent((rows: readonly ExportRow[]) => {
    const over = rows.filter((row) => ids.includes(row.exportId) && !isUnderWay(row));
    if (over.length === 0) return;
    settle(over.map(({ exportId }) => exportId));
    for (const row of over) {
      if (row.status === "READY") {
        const fetchIt = () => download.mutate(row, { onError: () => toast(words.downloadFailed) });
        toast(words.ready(fileName(row)), { label: words.download, run: fetchIt });
      }
      if (row.status === "FAILED") toast(words.broken(fileName(row)));
    }
  });
  useEffect(() => {
    if (data) notify(data);
  }, [data]);
  return null;
}
