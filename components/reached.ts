let away = false;

/** Said by whatever asks the server: whether an answer came, of any kind. */
export function heardServer(answered: boolean): void {
  away = !answered;
}

/** Whether the last request found nobody; whether the server is back is known once it is asked again. */
export const isAway = (): boolean => away;

/** Asks whether it is. */
export async function isBack(): Promise<boolean> {
  await fetch("/healthz", { cache: "no-store" }).then(
    () => heardServer(true),
    () => heardServer(false),
  );
  return !away;
}
