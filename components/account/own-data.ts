"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import {
  addPasskeyEndpoint,
  askForPasskeyEndpoint,
  askForProofEndpoint,
  confirmAuthenticatorEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  getMeEndpoint,
  getSessionsEndpoint,
  proveEndpoint,
  removeAuthenticatorEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  renewRecoveryCodesEndpoint,
  startAuthenticatorEndpoint,
} from "#lib/people/me-contract.ts";
import { OWN, renew } from "#components/keys.ts";
import { type Api, useApi } from "#components/staff.tsx";
import { newPasskey, passkeyAnswer } from "./passkey.ts";

/** What adding a second factor answers: the person as they are now, and codes when there were none before. */
export type Enrolled = OutputOf<typeof addPasskeyEndpoint>;

/** Who is signed in and what proves them. */
export const useMe = () => useQuery(useApi().queryOptions(getMeEndpoint, {}));

/** Where the person is signed in. */
export const useSessions = () =>
  useQuery({ ...useApi().queryOptions(getSessionsEndpoint, {}), select: ({ data }) => data });

/** One action on the person's own sign-in. The data shown of the sign-in is read again afterwards. */
export function useOwnCommand<Given, Told>(command: (api: Api, given: Given) => Promise<Told>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => command(api, given),
    onSettled: () => renew(client, api.account, OWN),
  });
}

export const useStartAuthenticator = () =>
  useOwnCommand(({ mutate }, _given: undefined) => mutate(startAuthenticatorEndpoint, {}));

export const useConfirmAuthenticator = () =>
  useOwnCommand(({ mutate }, code: string) => mutate(confirmAuthenticatorEndpoint, { code }));

export const useRemoveAuthenticator = () =>
  useOwnCommand(({ mutate }, _given: undefined) => mutate(removeAuthenticatorEndpoint, {}));

export const useRenewCodes = () =>
  useOwnCommand(({ mutate }, _given: undefined) => mutate(renewRecoveryCodesEndpoint, {}));

export const useAddPasskey = () =>
  useOwnCommand(async ({ mutate }, name: string) => {
    const { options } = await mutate(askForPasskeyEndpoint, {});
    return mutate(addPasskeyEndpoint, { name, credential: { ...(await newPasskey(options)) } });
  });

export const useRenamePasskey = () =>
  useOwnCommand(({ mutate }, renamed: { passkeyId: string; name: string }) => mutate(renamePasskeyEndpoint, renamed));

export const useRemovePasskey = () =>
  useOwnCommand(({ mutate }, passkeyId: string) => mutate(removePasskeyEndpoint, { passkeyId }));

export const useProveByCode = () => useOwnCommand(({ mutate }, code: string) => mutate(proveEndpoint, { code }));

export const useProveByPasskey = () =>
  useOwnCommand(async ({ mutate }, _given: undefined) => {
    const { options } = await mutate(askForProofEndpoint, {});
    return mutate(proveEndpoint, { credential: { ...(await passkeyAnswer(options)) } });
  });

export const useEndSession = () =>
  useOwnCommand(({ mutate }, sessionId: string) => mutate(endSessionEndpoint, { sessionId }));

export const useEndOthers = () =>
  useOwnCommand(({ mutate }, _given: undefined) => mutate(endOtherSessionsEndpoint, {}));
