// Written from invitation.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type OpenInvitationsValues = {
  accountId: string;
};
type OpenInvitationsRow = {
  id: string;
  email: string;
  name: string | null;
  role: string;
  made_at: Date;
  inviter: string | null;
  expires_at: Date | null;
  recovery: boolean;
  usable_at: Date | null;
};
export const openInvitations = query<OpenInvitationsValues, OpenInvitationsRow>({
  text: () => `select i.id, i.email, i.name, i.role, i.made_at, u.name as inviter,
  (select max(l.expires_at) from one_time_link l where l.invitation_id = i.id and l.used_at is null and l.ended_at is null)
    as expires_at, i.recovery, case when i.recovery then i.made_at + recovery_waits() end as usable_at
from invitation i left join staff_user u on u.id = i.invited_by
where i.account_id = $1::uuid and i.accepted_at is null and i.revoked_at is null
order by i.made_at desc, i.id desc`,
  values: ["accountId"],
});

type EndInvitationValues = {
  id: string;
  accountId: string;
};
export const endInvitation = command<EndInvitationValues>({
  text: () => `update invitation set revoked_at = clock_timestamp()
where id = $1::uuid and account_id = $2::uuid and accepted_at is null and revoked_at is null`,
  values: ["id", "accountId"],
});

type AcceptInvitationValues = {
  userId: string;
  id: string;
};
export const acceptInvitation = command<AcceptInvitationValues>({
  text: () => `update invitation set accepted_at = clock_timestamp(), accepted_by = $1::uuid
where id = $2::uuid and accepted_at is null and revoked_at is null`,
  values: ["userId", "id"],
});

type WithoutInviterValues = {
  userId: string;
};
type WithoutInviterRow = {
  id: string;
  accountId: string;
};
/** Open invitations of a person who invites nobody any more, nor has a second person agreed to them. */
export const withoutInviter = query<WithoutInviterValues, WithoutInviterRow>({
  text: () => `select i.id, i.account_id as "accountId" from invitation i
where i.invited_by = $1::uuid and i.approval_id is null and i.accepted_at is null and i.revoked_at is null
  and not exists (select from membership m where m.user_id = i.invited_by and m.disabled_at is null and m.role = 'admin'
    and m.account_id in (i.account_id, house_account()))
order by i.id`,
  values: ["userId"],
});
