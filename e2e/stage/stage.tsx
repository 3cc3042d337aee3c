import type { ReactNode } from "react";
import { type RenderResult, render } from "vitest-browser-react";
import type { Role } from "#lib/contract/permissions.ts";
import { type Mode, ModeProvider } from "#components/mode.tsx";
import type { Preferences } from "#components/preference-cookies.ts";
import { Providers } from "#components/providers.tsx";
import { type Staff, StaffProvider } from "#components/staff.tsx";
import { type Answers, answerWith } from "./server.ts";

export type Play = {
  /** Of the one account that is signed in for, unless `staff` says more. */
  role?: Role;
  staff?: Staff;
  mode?: Mode;
  /** The page's address. */
  at?: string;
  preferences?: Partial<Preferences>;
  answers?: Answers;
};

const PLAIN: Preferences = {
  theme: "light",
  zone: "utc",
  density: "comfortable",
  letters: "on",
  language: "",
  numbers: "",
  account: "",
};

/** Shows a part of the desk as a person of that role sees it; what it asks of the API is answered from `answers`. */
export async function show(part: ReactNode, play: Play = {}): Promise<RenderResult> {
  const { role = "treasurer", mode = "sandbox", at = "/", answers = {} } = play;
  const one = { id: "acc_1", name: "acme", role };
  const staff = play.staff ?? { userId: "usr_1", name: "Anna Keller", email: "anna@example.com", accounts: [one] };
  history.replaceState(null, "", at);
  answerWith({ "GET /manage/v1/settings": {}, "GET /manage/v1/comments": { data: [], people: [] }, ...answers });
  return await render(
    <Providers preferences={{ ...PLAIN, ...play.preferences }}>
      <StaffProvider staff={staff}>
        <ModeProvider mode={mode}>
          <main className="main" style={{ blockSize: "100dvh" }}>
            {part}
          </main>
        </ModeProvider>
      </StaffProvider>
    </Providers>,
  );
}
