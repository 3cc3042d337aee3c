import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { currentStaff } from "#lib/people/session.ts";
import { Enrol } from "#components/account/enrol.tsx";
import { StaffProvider } from "#components/staff.tsx";
import { accountText } from "#lib/i18n/account.ts";

export const generateMetadata = (): Metadata => ({ title: accountText.enrol.title });

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The page of a signed-in person whose account requires a second factor and who has none yet. */
export default async function EnrolPage({ searchParams }: Props) {
  const { callbackUrl } = await searchParams;
  const staff = await currentStaff((await cookies()).toString());
  if (!staff) redirect("/sign-in");
  return (
    <div className="rounded-3 border border-edge bg-raised p-5 card:p-7">
      <h1 className="text-20 font-medium">{accountText.enrol.title}</h1>
      <p className="mb-5 text-ink-2">{accountText.enrol.lead}</p>
      <StaffProvider staff={staff}>
        <Enrol callbackUrl={typeof callbackUrl === "string" ? callbackUrl : undefined} />
      </StaffProvider>
    </div>
  );
}
