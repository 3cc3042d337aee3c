import type { ReactNode } from "react";
import { contextFor, theApp } from "#lib/kernel/app.ts";
import { readingFor } from "#lib/people/reading.ts";
import { streamPlace } from "#lib/events/stream.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import { Shell } from "#components/shell/shell.tsx";
import type { Staff } from "#components/staff.tsx";
import { mode } from "./mode.ts";

/** What stands around every page of the desk, for who is signed in; without one it says that there is none. */
export async function DeskFrame({ staff, children }: { staff: Staff; children?: ReactNode }) {
  const app = await theApp();
  const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "page" });
  return (
    <Shell
      liveFrom={await streamPlace(app)}
      mode={mode()}
      onePerson={!asksSecondPerson(app.mode, await houseSettings(ctx))}
      reading={await readingFor(app, staff.userId)}
      serverTime={(await ctx.now()).getTime()}
      staff={staff}
    >
      {children}
    </Shell>
  );
}
