/** After this long without a key or a pointer nobody is at the page: what it asks by itself keeps no session alive. */
const UNATTENDED_MS = 120_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

let touchedAt: number | undefined;

/** Whether the page has not been touched for a while; from the first question on it is watched. */
export function isUnattended(): boolean {
  if (typeof window === "undefined") return false;
  if (touchedAt === undefined) {
    touchedAt = Date.now();
    for (const sign of SIGNS) window.addEventListener(sign, touched, { passive: true, capture: true });
  }
  return Date.now() - touchedAt > UNATTENDED_MS;
}

function touched(): void {
  touchedAt = Date.now();
}
