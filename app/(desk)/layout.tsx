import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { currentArrival } from "#lib/kernel/arrival.ts";
import { mustEnrol } from "#lib/people/require-proof.ts";
import { currentStaff } from "#lib/people/session.ts";
import { DeskFrame } from "../desk-frame.tsx";
import { mode } from "../mode.ts";

/** Staff only: without a session sign-in comes first. Every request of the pages is authorised again by the API. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const staff = await currentStaff(jar.toString());
  if (!staff) redirect(signInHref("/sign-in"));
  if (mustEnrol(mode(), staff)) redirect(signInHref("/enrol"));
  return <DeskFrame staff={staff}>{children}</DeskFrame>;
}

/** The address of a sign-in page, with the way back to the requested page. */
function signInHref(page: "/sign-in" | "/enrol"): string {
  const [path = "/", query = ""] = (currentArrival()?.target ?? "/").split("?");
  const params = new URLSearchParams(query);
  params.delete("_rsc");
  const requestedPath = params.size > 0 ? `${path}?${params}` : path;
  return requestedPath === "/" ? page : `${page}?callbackUrl=${encodeURIComponent(requestedPath)}`;
}
