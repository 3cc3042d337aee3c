import type { Metadata } from "next";
import { cookies } from "next/headers";
import { currentStaff } from "#lib/people/session.ts";
import { Invitation } from "#components/auth/invitation.tsx";
import { authText } from "#lib/i18n/auth.ts";

export const generateMetadata = (): Metadata => ({ title: authText.invitation.title });

/** Where the link of an invitation leads; the token stands behind # and is read by the browser alone. */
export default async function InvitationPage() {
  const staff = await currentStaff((await cookies()).toString());
  return <Invitation signedInAs={staff?.email} />;
}
