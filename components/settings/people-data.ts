"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
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
import type { changeUserEndpoint, invitePersonEndpoint } from "#lib/people/user-contract.ts";
import { titleOf } from "#components/approvals/said-approval.ts";
import { useTellWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#components/approvals/waiting.ts";
import { only, renew } from "#components/keys.ts";
import { saveFile } from "#components/save-file.ts";
import { type Api, useApi } from "#components/staff.tsx";

/** Who has a role in the account. */
export const usePeople = (enabled: boolean) =>
  useQuery({ ...useApi().queryOptions(getUsersCall, {}), select: ({ data }) => data, enabled });

/** Who was invited into it and has not answered. */
export const useInvitations = (enabled: boolean) =>
  useQuery({ ...useApi().queryOptions(getInvitationsCall, {}), select: ({ data }) => data, enabled });

/** Where its people are signed in. */
export const usePeopleSessions = (enabled: boolean) =>
  useQuery({ ...useApi().queryOptions(getPeopleSessionsCall, {}), select: ({ data }) => data, enabled });

/** Saves who may do what as a file. */
export function useReview() {
  const { file } = useApi();
  return useMutation({
    mutationFn: async () =>
      saveFile(`access-review-${new Date().toISOString().slice(0, 10)}.csv`, await file(reviewAccessCall, {})),
  });
}

export type PersonCommand =
  | { command: "invite"; wish: GivenOf<typeof invitePersonEndpoint> }
  | { command: "change"; userId: string; wish: Omit<GivenOf<typeof changeUserEndpoint>, "userId"> }
  | { command: "reset" | "resetFactor" | "remove"; userId: string }
  | { command: "again" | "revoke"; invitationId: string }
  | { command: "endSession"; sessionId: string };

/** Whether a letter with a link is on its way; it is not while a second person has to agree first. */
export type Mailed = boolean | "waits";

/** Whatever is done to a person. */
export function usePersonCommand() {
  const api = useApi();
  const client = useQueryClient();
  const tellWaiting = useTellWaiting();
  return useMutation({
    async mutationFn(command: PersonCommand): Promise<{ mailed: Mailed }> {
      const done = await sent(api, command);
      if (isWaiting(done)) {
        tellWaiting(titleOf(done));
        return { mailed: "waits" };
      }
      return { mailed: "mailed" in done && done.mailed === true };
    },
    onSettled: () =>
      Promise.all(
        [getUsersCall, getInvitationsCall, getPeopleSessionsCall].map((call) => renew(client, api.account, only(call))),
      ),
  });
}

function sent({ mutate }: Api, asked: PersonCommand): Promise<object> {
  switch (asked.command) {
    case "invite":
      return mutate(invitePersonCall, asked.wish);
    case "change":
      return mutate(changeUserCall, { userId: asked.userId, ...asked.wish });
    case "reset":
      return mutate(resetPasswordCall, { userId: asked.userId });
    case "resetFactor":
      return mutate(resetSecondFactorCall, { userId: asked.userId });
    case "remove":
      return mutate(removePersonCall, { userId: asked.userId });
    case "again":
      return mutate(resendInvitationCall, { invitationId: asked.invitationId });
    case "revoke":
      return mutate(revokeInvitationCall, { invitationId: asked.invitationId });
    case "endSession":
      return mutate(endPersonSessionCall, { sessionId: asked.sessionId });
  }
}
