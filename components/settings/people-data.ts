"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type AnyRole, isHouseRole, isRole } from "#lib/contract/permissions.ts";
import {
  changeHouseUserCall,
  endHouseSessionCall,
  getHouseInvitationsCall,
  getHouseSessionsCall,
  getHouseUsersCall,
  inviteHousePersonCall,
  removeHousePersonCall,
  resendHouseInvitationCall,
  resetHouseFactorCall,
  resetHousePasswordCall,
  reviewHouseAccessCall,
  revokeHouseInvitationCall,
} from "#lib/people/house-user-calls.ts";
import {
  changeUserCall,
  endPersonSessionCall,
  getInvitationsCall,
  getPeopleSessionsCall,
  getUsersCall,
  invitePersonCall,
  removePersonCall,
  resendInvitationCall,
  resetPasswordCall,
  resetSecondFactorCall,
  reviewAccessCall,
  revokeInvitationCall,
} from "#lib/people/user-calls.ts";
import { titleOf } from "#lib/approvals/approval-text.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { only, renew } from "#components/keys.ts";
import { saveFile } from "#components/save-file.ts";
import { type Api, useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

/** Who has a role there. */
export function usePeople(enabled: boolean) {
  const { queryOptions } = useApi();
  const house = useOf() === "house";
  const options = house ? queryOptions(getHouseUsersCall, {}) : queryOptions(getUsersCall, {});
  return useQuery({ ...options, select: ({ data }) => data, enabled });
}

/** Who was invited and has not answered. */
export function useInvitations(enabled: boolean) {
  const { queryOptions } = useApi();
  const house = useOf() === "house";
  const options = house ? queryOptions(getHouseInvitationsCall, {}) : queryOptions(getInvitationsCall, {});
  return useQuery({ ...options, select: ({ data }) => data, enabled });
}

/** Where its people are signed in. */
export function usePeopleSessions(enabled: boolean) {
  const { queryOptions } = useApi();
  const house = useOf() === "house";
  const options = house ? queryOptions(getHouseSessionsCall, {}) : queryOptions(getPeopleSessionsCall, {});
  return useQuery({ ...options, select: ({ data }) => data, enabled });
}

/** Saves who may do what as a file. */
export function useReview() {
  const { file } = useApi();
  const house = useOf() === "house";
  return useMutation({
    mutationFn: async () =>
      saveFile(
        `access-review-${new Date().toISOString().slice(0, 10)}.csv`,
        await (house ? file(reviewHouseAccessCall, {}) : file(reviewAccessCall, {})),
      ),
  });
}

export type PersonCommand =
  | { command: "invite"; values: { email: string; role: AnyRole } }
  | { command: "change"; userId: string; values: { role: AnyRole } | { disabled: boolean } }
  | { command: "reset" | "resetFactor" | "remove"; userId: string }
  | { command: "again" | "revoke"; invitationId: string }
  | { command: "endSession"; sessionId: string };

/** Whether a letter with a link is on its way; it is not while a second person has to agree first. */
export type Mailed = boolean | "waits";

/** Whatever is done to a person, in the account or in the house. */
export function usePersonCommand() {
  const house = useOf() === "house";
  const api = useApi();
  const client = useQueryClient();
  const notifyWaiting = useNotifyWaiting();
  return useMutation({
    async mutationFn(command: PersonCommand): Promise<{ mailed: Mailed }> {
      const done = await (house ? sentToHouse(api, command) : sent(api, command));
      if (isWaiting(done)) {
        notifyWaiting(titleOf(done));
        return { mailed: "waits" };
      }
      return { mailed: "mailed" in done && done.mailed === true };
    },
    onSettled: () =>
      Promise.all((house ? SHOWN_OF_HOUSE : SHOWN).map((call) => renew(client, api.account, only(call)))),
  });
}

const SHOWN = [getUsersCall, getInvitationsCall, getPeopleSessionsCall];
const SHOWN_OF_HOUSE = [getHouseUsersCall, getHouseInvitationsCall, getHouseSessionsCall];

function sent({ mutate }: Api, input: PersonCommand): Promise<object> {
  switch (input.command) {
    case "invite":
      return mutate(invitePersonCall, { ...input.values, role: narrowed(isRole, input.values.role) });
    case "change":
      return mutate(changeUserCall, { userId: input.userId, ...valuesOf(isRole, input.values) });
    case "reset":
      return mutate(resetPasswordCall, { userId: input.userId });
    case "resetFactor":
      return mutate(resetSecondFactorCall, { userId: input.userId });
    case "remove":
      return mutate(removePersonCall, { userId: input.userId });
    case "again":
      return mutate(resendInvitationCall, { invitationId: input.invitationId });
    case "revoke":
      return mutate(revokeInvitationCall, { invitationId: input.invitationId });
    case "endSession":
      return mutate(endPersonSessionCall, { sessionId: input.sessionId });
  }
}

function sentToHouse({ mutate }: Api, input: PersonCommand): Promise<object> {
  switch (input.command) {
    case "invite":
      return mutate(inviteHousePersonCall, { ...input.values, role: narrowed(isHouseRole, input.values.role) });
    case "change":
      return mutate(changeHouseUserCall, { userId: input.userId, ...valuesOf(isHouseRole, input.values) });
    case "reset":
      return mutate(resetHousePasswordCall, { userId: input.userId });
    case "resetFactor":
      return mutate(resetHouseFactorCall, { userId: input.userId });
    case "remove":
      return mutate(removeHousePersonCall, { userId: input.userId });
    case "again":
      return mutate(resendHouseInvitationCall, { invitationId: input.invitationId });
    case "revoke":
      return mutate(revokeHouseInvitationCall, { invitationId: input.invitationId });
    case "endSession":
      return mutate(endHouseSessionCall, { sessionId: input.sessionId });
  }
}

const valuesOf = <R extends AnyRole>(
  isKnown: (role: string) => role is R,
  values: { role: AnyRole } | { disabled: boolean },
): { role: R } | { disabled: boolean } =>
  "role" in values ? { role: narrowed(isKnown, values.role) } : { disabled: values.disabled };

/** A role as the tenant knows it: its choices offer no other. */
function narrowed<R extends AnyRole>(isKnown: (role: string) => role is R, role: AnyRole): R {
  if (!isKnown(role)) throw new TypeError(`there is no role ${role} here`);
  return role;
}
