"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Network } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { useApi } from "#components/staff.tsx";
import type { BlockRange, ChainFacts } from "./coverage-of.ts";

const PATH = "/manage/v1/chains";
/** Blocks have no events of ours: the page asks at this pace while it is seen. */
const LOOK_MS = 5_000;

type Told = {
  network: Network;
  state: ChainFacts["state"];
  sentence: string;
  since?: number;
  gaps: { first: Decimal; last: Decimal }[];
} & Partial<
  Record<"completeTo" | "height" | "headHeight" | "lag" | "agreedHeight" | "finalHeight" | "lastSeen", Decimal>
>;

/** How each chain stands, newest word of the worker. */
export function useChains() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["chains", account],
    queryFn: async ({ signal }) => (await call<{ data: Told[] }>(PATH, { signal })).data.map(factsOf),
    refetchInterval: LOOK_MS,
  });
}

/** What staff may do to a chain; both answer it as it stands then. */
export type ChainDeed = { network: Network; note: string } & ({ deed: "resume" } | { deed: "rescan"; from: number });

export function useChainDeed(onDone: () => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ network, deed, ...body }: ChainDeed) =>
      call<Told>(`${PATH}/${network}/${deed}`, { method: "POST", body }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ["chains", account] }),
  });
}

const whole = (value: Decimal | undefined): number | undefined =>
  value === undefined ? undefined : Number(value.toString());

const rangeOf = ({ first, last }: Told["gaps"][number]): BlockRange => ({
  first: Number(first.toString()),
  last: Number(last.toString()),
});

function factsOf({ network, state, sentence, since, gaps, ...told }: Told): ChainFacts {
  return {
    network,
    state,
    sentence,
    since,
    gaps: gaps.map(rangeOf),
    completeTo: whole(told.completeTo),
    height: whole(told.height),
    headHeight: whole(told.headHeight),
    lag: whole(told.lag),
    agreedHeight: whole(told.agreedHeight),
    finalHeight: whole(told.finalHeight),
    lastSeen: whole(told.lastSeen),
  };
}
