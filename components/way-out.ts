type Page = {
  location: Pick<Location, "assign" | "pathname" | "search">;
  addEventListener(type: "pageshow", listener: (event: { persisted: boolean }) => void): void;
};

/** The ways that lead a person off the page. The first one taken counts: a second navigation would abort the first. */
export type WayOut = {
  /** Ends the session, then shows the sign-in page; where the server does not answer the page is left all the same. */
  signOut(end: () => Promise<unknown>): Promise<void>;
  /** The session has ended: to the sign-in page, and back to this address afterwards. */
  sessionEnded(): void;
  /** The account demands a second factor that the person lacks: to the page that adds one, and back afterwards. */
  enrol(): void;
};

export function wayOutOf(page: Page): WayOut {
  let taken = false;
  // A page that the browser has kept and shows again is on no way.
  page.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) taken = false;
  });
  const andBack = (path: string) => {
    if (taken) return;
    taken = true;
    const back = new URLSearchParams({ callbackUrl: page.location.pathname + page.location.search });
    page.location.assign(`${path}${path.includes("?") ? "&" : "?"}${back}`);
  };
  return {
    signOut: async (end) => {
      if (taken) return;
      taken = true;
      await end().catch(() => undefined);
      page.location.assign("/sign-in");
    },
    sessionEnded: () => andBack("/sign-in?ended=1"),
    enrol: () => andBack("/enrol"),
  };
}

let own: WayOut | undefined;

/** The ways out of the page that the browser shows. */
export function wayOut(): WayOut {
  own ??= wayOutOf(window);
  return own;
}
