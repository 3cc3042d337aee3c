import { wayOut } from "#components/way-out.ts";

/** Signs out and leaves the page, with all it shows. */
export const leave = (): Promise<void> =>
  wayOut().signOut(async () => {
    const { signOut } = await import("next-auth/react");
    await signOut({ redirect: false });
  });
