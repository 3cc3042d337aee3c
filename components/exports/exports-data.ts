"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ExportRecord } from "#lib/exports/contract.ts";
import { type ExportFormat, type ExportList, fileName } from "#lib/exports/export-facts.ts";
import { ApiFault, type Query } from "#components/api.ts";
import { useIntent } from "#components/intent.ts";
import { useAccount, useApi, useStaff } from "#components/staff.tsx";

const PATH = "/manage/v1/exports";
/** How often a file that is being written is looked at. */
const WRITING_MS = 1_000;
const NONE: readonly string[] = [];

/** What a file is to hold: the list's own query, or records chosen one by one. */
export type Wanted = { list: ExportList; query: Query | Filter; ids?: readonly string[] | undefined };
type Filter = Readonly<Record<string, unknown>>;

/** An export as a page shows it; counts are plain numbers. */
export type ExportRow = ExportRecord;
type Told = Omit<ExportRecord, "rows" | "bytes"> & Record<"rows" | "bytes", { toString(): string }>;

const rowOf = (told: Told): ExportRow => ({
  ...told,
  rows: Number(String(told.rows)),
  bytes: Number(String(told.bytes)),
  ...(told.finishedAt && { finishedAt: Number(String(told.finishedAt)) }),
  ...(told.expiresAt && { expiresAt: Number(String(told.expiresAt)) }),
});

export const isUnderWay = ({ status }: Pick<ExportRow, "status">): boolean =>
  status === "QUEUED" || status === "RUNNING";

/** The account's latest files; looked at again and again while one is being written. */
export function useExports(enabled = true) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["exports", account],
    queryFn: async ({ signal }) => (await call<{ data: Told[] }>(PATH, { signal })).data.map(rowOf),
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WRITING_MS : false),
  });
}

/** How many rows a file would hold, asked when somebody is about to want one. */
export function useExportCount(wanted: Wanted) {
  const { account, call } = useApi();
  const body = bodyOf(wanted);
  return useQuery({
    queryKey: ["export-count", account, body],
    queryFn: async ({ signal }) =>
      (await call<{ count: number }>(`${PATH}/count`, { method: "POST", body, signal })).count,
    staleTime: 0,
  });
}

/** Exports that this browser asked for and whose end nobody has been told yet. */
export function useAwaited(): { ids: readonly string[]; settle: (ids: readonly string[]) => void } {
  const { account } = useApi();
  const client = useQueryClient();
  const key = ["exports-awaited", account];
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
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: ({ format, ...wanted }: Wanted & { format: ExportFormat }) => {
      const body = { ...bodyOf(wanted), format };
      return once(body, (idempotencyKey) => call<Told>(PATH, { method: "POST", body, idempotencyKey }));
    },
    onSuccess: ({ exportId }) => {
      client.setQueryData<readonly string[]>(["exports-awaited", account], (held = NONE) => [...held, exportId]);
      void client.invalidateQueries({ queryKey: ["exports", account] });
    },
  });
}

/** Stops a file that is being written, or removes one that is ready. */
export function useCancelExport() {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: (exportId: string) =>
      once({ exportId }, (idempotencyKey) => call<Told>(`${PATH}/${exportId}`, { method: "DELETE", idempotencyKey })),
    onSettled: () => client.invalidateQueries({ queryKey: ["exports", account] }),
  });
}

/** Fetches the file for the current account and hands it to the browser. */
export function useDownload() {
  const { accounts } = useStaff();
  const account = useAccount()?.id;
  return useMutation({
    mutationFn: async (row: ExportRow) => {
      const headers = accounts.length > 1 && account ? { "x-account": account } : {};
      const response = await fetch(`${PATH}/${row.exportId}/file`, { headers, cache: "no-store" });
      if (!response.ok) throw new ApiFault(response.status, "UNREADABLE", "The file could not be fetched.");
      saveFile(fileName(row), await response.blob());
    },
  });
}

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function bodyOf({ list, query, ids }: Wanted) {
  if (ids && ids.length > 0) return { list, ids };
  return { list, filter: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) };
}
