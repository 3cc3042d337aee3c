"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnRecord, SessionRecord } from "#lib/people/own-contract.ts";
import { useApi } from "#components/staff.tsx";
import { newPasskey, passkeyAnswer, type Question } from "./passkey.ts";

const ME = "/manage/v1/me";

/** What adding a second factor answers: the person as they are now, and codes when there were none before. */
export type Enrolled = OwnRecord & { recoveryCodes?: string[] };
export type NewSecret = { secret: string; secretUri: string };

/** Who is signed in and what proves them. */
export function useMe() {
  const { account, call } = useApi();
  return useQuery({ queryKey: ["me", account], queryFn: ({ signal }) => call<OwnRecord>(ME, { signal }) });
}

/** Where the person is signed in. */
export function useSessions() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["my-sessions", account],
    queryFn: async ({ signal }) => (await call<{ data: SessionRecord[] }>(`${ME}/sessions`, { signal })).data,
  });
}

/** One deed on the person's own sign-in; what is shown of it is read again afterwards. */
export function useOwnDeed<Given, Told>(
  deed: (call: ReturnType<typeof useApi>["call"], given: Given) => Promise<Told>,
) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => deed(call, given),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["me", account] }),
        client.invalidateQueries({ queryKey: ["my-sessions", account] }),
      ]),
  });
}

const post = (body: unknown = {}) => ({ method: "POST", body }) as const;

export const useStartAuthenticator = () =>
  useOwnDeed((call, _given: undefined) => call<NewSecret>(`${ME}/authenticator`, post()));

export const useConfirmAuthenticator = () =>
  useOwnDeed((call, code: string) => call<Enrolled>(`${ME}/authenticator/confirm`, post({ code })));

export const useRemoveAuthenticator = () =>
  useOwnDeed((call, _given: undefined) => call<OwnRecord>(`${ME}/authenticator`, { method: "DELETE" }));

export const useRenewCodes = () =>
  useOwnDeed((call, _given: undefined) => call<Enrolled>(`${ME}/recovery-codes`, post()));

export const useAddPasskey = () =>
  useOwnDeed(async (call, name: string) => {
    const { options } = await call<Question>(`${ME}/passkeys/challenge`, post());
    return call<Enrolled>(`${ME}/passkeys`, post({ name, credential: await newPasskey(options) }));
  });

export const useRenamePasskey = () =>
  useOwnDeed((call, { passkeyId, name }: { passkeyId: string; name: string }) =>
    call<OwnRecord>(`${ME}/passkeys/${passkeyId}`, { method: "PATCH", body: { name } }),
  );

export const useRemovePasskey = () =>
  useOwnDeed((call, passkeyId: string) => call<OwnRecord>(`${ME}/passkeys/${passkeyId}`, { method: "DELETE" }));

export const useProveByCode = () => useOwnDeed((call, code: string) => call<OwnRecord>(`${ME}/proof`, post({ code })));

export const useProveByPasskey = () =>
  useOwnDeed(async (call, _given: undefined) => {
    const { options } = await call<Question>(`${ME}/proof/challenge`, post());
    return call<OwnRecord>(`${ME}/proof`, post({ credential: await passkeyAnswer(options) }));
  });

export const useEndSession = () =>
  useOwnDeed((call, sessionId: string) => call(`${ME}/sessions/${sessionId}`, { method: "DELETE" }));

export const useEndOthers = () =>
  useOwnDeed((call, _given: undefined) => call<{ count: number }>(`${ME}/sessions/end-others`, post()));
