import type { Metadata } from "next";
import { cookies } from "next/headers";
import { currentStaff } from "#lib/people/session.ts";
import { ProofProvider } from "#components/account/proof-provider.tsx";
import { Invitation } from "#components/auth/invitation.tsx";
import { StaffProvider } from "#components/staff.tsx";
import { authText } from "#lib/i18n/auth.ts";

export const generateMetadata = (): Metadata => ({ title: authText.invitation.title });

/** Where the link of an invitation leads; the token stands behind # and is read by the browser alone. */
export default async function InvitationPage() {
  const staff = await currentStaff((await cookies()).toString());
  const page = <Invitation signedInAs={staff?.email} />;
  if (!staff) return page;
  return (
    <StaffProvider staff={staff}>
      <ProofProvider>{page}</ProofProvider>
    </StaffProvider>
  );
}
