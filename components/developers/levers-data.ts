"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isApiFault } from "#components/api.ts";
import { heardServerTime } from "#components/clock.ts";
import { useApi } from "#components/staff.tsx";
import { text } from "#components/text/text.ts";
import { useStatus } from "#components/ui/status.tsx";

type Pull = { lever: string; body?: object; done: string | ((answer: Record<string, unknown>) => string) };

/** Pulls one lever of the sandbox, says what came of it, and lets every list be read anew. */
export function useLever() {
  const { call } = useApi();
  const client = useQueryClient();
  const { toast } = useStatus();
  return useMutation({
    mutationFn: ({ lever, body = {} }: Pull) =>
      call<Record<string, unknown>>(`/sandbox/v1/${lever}`, { method: "POST", body }),
    onSuccess(answer, { lever, done }) {
      if (lever === "clock" && typeof answer["now"] === "number") heardServerTime(answer["now"]);
      toast(typeof done === "string" ? done : done(answer));
    },
    onError: (error) => toast(isApiFault(error) ? error.message : text.developers.sandbox.failed),
    onSettled: () => client.invalidateQueries(),
  });
}
