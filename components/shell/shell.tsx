"use client";

import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { ProofProvider } from "#components/account/proof-provider.tsx";
import { useStayOffline } from "#components/connection.ts";
import { heardServerTime } from "#components/clock.ts";
import { useFocusGuard } from "#components/keyboard/focus-guard.ts";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { ExportWatch } from "#components/exports/export-watch.tsx";
import { LiveProvider } from "#components/live/live.tsx";
import { type Mode, ModeProvider } from "#components/mode.tsx";
import { type Reading, useStoredReading } from "#components/reading.ts";
import { type Staff, StaffProvider } from "#components/staff.tsx";
import { CommandMenu } from "#components/command-menu/command-menu.tsx";
import { text } from "#lib/i18n/text.ts";
import { Nav, TabBar } from "./nav.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { Place } from "./place.tsx";
import { useRolesNow } from "./roles-now.ts";
import { TopBar } from "./top-bar.tsx";

/** Loaded when it is first opened. */
const HelpDialog = lazyPart(async () => (await import("./help-dialog.tsx")).HelpDialog);

function StoredReading({ reading }: { reading: Reading }) {
  useStoredReading(reading);
  return null;
}

/** What stands around every page of the desk. */
export function Shell({
  staff,
  mode,
  onePerson,
  liveFrom,
  serverTime,
  reading,
  children,
}: {
  staff: Staff;
  /** How the person chose to read, as it is kept with them. */
  reading: Reading;
  mode: Mode;
  /** Whether one person alone decides: two are not asked for. */
  onePerson: boolean;
  /** Where the event stream stood before any record of the page was read. */
  liveFrom: string;
  /** The business clock when the page was made, epoch milliseconds. */
  serverTime: number;
  /** The page; without one there is none at this address, and it says so. */
  children?: ReactNode;
}) {
  // Before anything asks: a range that counts back from now must be right however this browser's own clock stands.
  useState(() => heardServerTime(serverTime));
  const [help, setHelp] = useState(false);
  const [finding, setFinding] = useState(false);
  useStayOffline();
  useFocusGuard();
  useRolesNow(staff);
  useShortcut("?", text.keyboard.help, text.keyboard.groups.everywhere, () => setHelp(true));
  return (
    <StaffProvider staff={staff}>
      <a
        className="fixed start-2 top-1.5 z-20 -translate-y-16 rounded-2 border border-strong bg-raised px-3 py-2 focus:translate-y-0"
        href="#main"
      >
        {text.skip}
      </a>
      <ModeProvider mode={mode}>
        <ProofProvider>
          <StoredReading reading={reading} />
          <LiveProvider from={liveFrom}>
            <div className="shell">
              <TopBar mode={mode} onePerson={onePerson} onFind={() => setFinding(true)} />
              <Nav onHelp={() => setHelp(true)} />
              <main className="main" id="main" tabIndex={-1}>
                <Place>{children ?? <NotFoundPage />}</Place>
              </main>
              <TabBar />
            </div>
          </LiveProvider>
          <CommandMenu onClose={() => setFinding(false)} onOpen={() => setFinding(true)} open={finding} />
          <ExportWatch />
          {help ? (
            <Suspense>
              <HelpDialog onClose={() => setHelp(false)} />
            </Suspense>
          ) : null}
        </ProofProvider>
      </ModeProvider>
    </StaffProvider>
  );
}
