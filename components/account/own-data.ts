"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import {
  addPasskeyCall,
  askForPasskeyCall,
  askForProofCall,
  confirmAuthenticatorCall,
  endOtherSessionsCall,
  endSessionCall,
  getMeCall,
  getSessionsCall,
  proveCall,
  removeAuthenticatorCall,
  removePasskeyCall,
  renamePasskeyCall,
  renewRecoveryCodesCall,
  startAuthenticatorCall,
} from "#lib/people/me-calls.ts";
import type { addPasskeyEndpoint } from "#lib/people/me-contract.ts";
import { OWN, renew } from "#components/keys.ts";
import { type Api, useApi } from "#components/staff.tsx";
import { newPasskey, passkeyAnswer } from "#components/auth/passkey.ts";

/** What adding a second factor answers: the person as they are now, and codes when there were none before. */
export type Enrolled = OutputOf<typeof addPasskeyEndpoint>;

/** Who is signed in and what proves them. */
export const useMe = () => useQuery(useApi().queryOptions(getMeCall, {}));

/** Whether adding a second factor asks for the password: it is the first, and there is one. */
export function useAsksPassword(): boolean | undefined {
  const { data } = useMe();
  return data && !data.enrolled && data.hasPassword;
}

/** Where the person is signed in. */
export const useSessions = () =>
  useQuery({ ...useApi().queryOptions(getSessionsCall, {}), select: ({ data }) => data });

/** One action on the person's own sign-in. The data shown of the sign-in is read again afterwards. */
export function useOwnCommand<Given, Out>(command: (api: Api, given: Given) => Promise<Out>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => command(api, given),
    onSettled: () => renew(client, api.account, OWN),
  });
}

/** Begins an authenticator app; the first second factor asks for the person's password again. */
export const useStartAuthenticator = () =>
  useOwnCommand(({ mutate }, password: string | undefined) =>
    mutate(startAuthenticatorCall, password === undefined ? {} : { password }),
  );

export const useConfirmAuthenticator = () =>
  useOwnCommand(({ mutate }, code: string) => mutate(confirmAuthenticatorCall, { code }));

export const useRemoveAuthenticator = () =>
  useOwnCommand(({ mutate }, _given: undefined) => mutate(removeAuthenticatorCall, {}));

export const useRenewCodes = () => useOwnCommand(({ mutate }, _given: undefined) => mutate(renewRecoveryCodesCall, {}));

export const useAddPasskey = () =>
  useOwnCommand(async ({ mutate }, { name, password }: { name: string; password: string | undefined }) => {
    const { options } = await mutate(askForPasskeyCall, password === undefined ? {} : { password });
    return mutate(addPasskeyCall, { name, credential: { ...(await newPasskey(options)) } });
  });

export const useRenamePasskey = () =>
  useOwnCommand(({ mutate }, renamed: { passkeyId: string; name: string }) => mutate(renamePasskeyCall, renamed));

export const useRemovePasskey = () =>
  useOwnCommand(({ mutate }, passkeyId: string) => mutate(removePasskeyCall, { passkeyId }));

export const useProveByCode = () => useOwnCommand(({ mutate }, code: string) => mutate(proveCall, { code }));

export const useProveByPasskey = () =>
  useOwnCommand(async ({ mutate }, _given: undefined) => {
    const { options } = await mutate(askForProofCall, {});
    return mutate(proveCall, { credential: { ...(await passkeyAnswer(options)) } });
  });

export const useEndSession = () =>
  useOwnCommand(({ mutate }, sessionId: string) => mutate(endSessionCall, { sessionId }));

export const useEndOthers = () => useOwnCommand(({ mutate }, _given: undefined) => mutate(endOtherSessionsCall, {}));
