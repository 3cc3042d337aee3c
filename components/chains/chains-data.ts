"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listChainsCall, rescanChainCall, resumeChainCall } from "#lib/chains/calls.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

/** Blocks have no events of ours: the page asks at this pace while it is seen. */
const LOOK_MS = 5_000;

/** How each chain stands, newest word of the worker. */
export const useChains = () =>
  useQuery({
    ...useApi().queryOptions(listChainsCall, {}),
    select: ({ data }) => data,
    refetchInterval: LOOK_MS,
  });

/** What staff may do to a chain; both answer it as it stands then. */
export type ChainCommand = { network: Network; note: string } & (
  | { command: "resume" }
  | { command: "rescan"; from: number }
);

export function useChainCommand(onDone: () => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ChainCommand) => {
      const { network, note } = input;
      return input.command === "resume"
        ? mutate(resumeChainCall, { network, note })
        : mutate(rescanChainCall, { network, from: input.from, note });
    },
    onSuccess: onDone,
    onSettled: () => renew(client, account, only(listChainsCall)),
  });
}
