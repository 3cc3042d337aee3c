/** How a window is looked at. */
export type Look = { scheme: "light" | "dark"; width: number };

export const LOOKS: readonly Look[] = (["light", "dark"] as const).flatMap((scheme) =>
  [1280, 360].map((width) => ({ scheme, width })),
);
