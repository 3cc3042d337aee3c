"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  cancelExportCall,
  countExportCall,
  exportFileCall,
  listExportsCall,
  makeExportCall,
  writeExportAgainCall,
} from "#lib/exports/calls.ts";
import type { ExportRecord } from "#lib/exports/contract.ts";
import type { ExportList } from "#lib/contract/export-lists.ts";
import { type ExportFormat, fileName } from "#lib/exports/export-facts.ts";
import { useOnce } from "#components/intent.ts";
import { awaitedExportsKey, only, renew } from "#components/keys.ts";
import { saveFile } from "#components/save-file.ts";
import { useApi } from "#components/staff.tsx";

/** How often a file that is being written is looked at. */
const WRITING_MS = 1_000;
const NONE: readonly string[] = [];
const EXPORTS = only(listExportsCall);

/** What a file is to hold: the list's own query as its contract writes it, or records chosen one by one. */
export type Wanted = {
  list: ExportList;
  query: Readonly<Record<string, unknown>>;
  ids?: readonly string[] | undefined;
};

export type ExportRow = ExportRecord;

export const isUnderWay = ({ status }: Pick<ExportRow, "status">): boolean =>
  status === "QUEUED" || status === "RUNNING";

/** The account's latest files; looked at again and again while one is being written. */
export const useExports = (enabled = true) =>
  useQuery({
    ...useApi().queryOptions(listExportsCall, {}),
    select: ({ data }) => data,
    enabled,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? WRITING_MS : false),
  });

/** How many rows a file would hold, requested when the export menu opens. */
export const useExportCount = (wanted: Wanted) =>
  useQuery({
    ...useApi().queryOptions(countExportCall, selectionOf(wanted)),
    select: ({ count }) => count,
    staleTime: 0,
  });

/** Exports that this browser requested and whose end it has not shown yet. */
export function useAwaited(): { ids: readonly string[]; settle: (ids: readonly string[]) => void } {
  const { account } = useApi();
  const client = useQueryClient();
  const key = awaitedExportsKey(account);
  const { data = NONE } = useQuery({
    queryKey: key,
    queryFn: () => NONE,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const settle = (ids: readonly string[]) =>
    client.setQueryData<readonly string[]>(key, (held = NONE) => held.filter((id) => !ids.includes(id)));
  return { ids: data, settle };
}

/** Asks for a file once, however often the button is pressed. */
export function useMakeExport() {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ format, ...wanted }: Wanted & { format: ExportFormat }) =>
      once(makeExportCall, { ...selectionOf(wanted), format }),
    onSuccess: ({ exportId }) => {
      client.setQueryData<readonly string[]>(awaitedExportsKey(account), (held = NONE) => [...held, exportId]);
      void renew(client, account, EXPORTS);
    },
  });
}

/** Stops a file that is being written, or removes one that is ready. */
export function useCancelExport() {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (exportId: string) => once(cancelExportCall, { exportId }),
    onSettled: () => renew(client, account, EXPORTS),
  });
}

/** Has a file written again that could not be written. */
export function useWriteAgain() {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (exportId: string) => once(writeExportAgainCall, { exportId }),
    onSuccess: ({ exportId }) =>
      client.setQueryData<readonly string[]>(awaitedExportsKey(account), (held = NONE) => [...held, exportId]),
    onSettled: () => renew(client, account, EXPORTS),
  });
}

/** Fetches the file for the current account and hands it to the browser. */
export function useDownload() {
  const { file } = useApi();
  return useMutation({
    mutationFn: async (row: ExportRow) =>
      saveFile(fileName(row), await file(exportFileCall, { exportId: row.exportId })),
  });
}

function selectionOf({ list, query, ids }: Wanted) {
  if (ids && ids.length > 0) return { list, ids };
  return { list, filter: query };
}
