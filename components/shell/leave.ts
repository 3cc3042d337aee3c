/** Signs out. Where the server does not answer the page is left all the same, with all it shows. */
export async function leave(): Promise<void> {
  try {
    const { signOut } = await import("next-auth/react");
    await signOut({ callbackUrl: "/sign-in" });
  } catch {
    window.location.assign("/sign-in");
  }
}
