import type { ReactNode } from "react";

type Shapes = Record<string, ReactNode>;

const INTERFACE = {
  approve: <path d="M1.5 8.5l3 3 6-7M7.5 11l.5.5 6-7" />,
  audit: <path d="M8 1.8l5.2 2v4c0 3.2-2.2 5.3-5.2 6.4-3-1.1-5.2-3.2-5.2-6.4v-4zM5.7 8l1.7 1.7 3-3.3" />,
  bell: <path d="M3.5 11.5c1-1 1-2 1-4a3.5 3.5 0 0 1 7 0c0 2 0 3 1 4zM6.8 13.8h2.4" />,
  bill: <path d="M3.5 1.8h9v12.4l-2.2-1.3-2.3 1.3-2.3-1.3-2.2 1.3zM6 5.3h4M6 8.3h4" />,
  case: <path d="M8 2l6.3 11.5H1.7zM8 6.5v3M8 11.4v.1" />,
  columns: <path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />,
  conv: <path d="M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.2" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </>
  ),
  dense: <path d="M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11" />,
  dev: <path d="M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5" />,
  down: <path d="M4.5 6.5L8 10l3.5-3.5" />,
  payout: <path d="M2.5 8.5v5h11v-5M8 10.5v-8M5 5.2l3-2.7 3 2.7" />,
  export: <path d="M8 2.5v8M5 7.5l3 3 3-3M2.5 13.5h11" />,
  ext: <path d="M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.5 2.5L7.5 8.5" />,
  filter: <path d="M2 4h12M4.5 8h7M6.5 12h3" />,
  find: (
    <>
      <circle cx="7" cy="7" r="4.3" />
      <path d="M10.2 10.2l3.3 3.3" />
    </>
  ),
  flask: <path d="M6.2 2h3.6M7 2v4L3.3 12.6c-.4.7.1 1.4.9 1.4h7.6c.8 0 1.3-.7.9-1.4L9 6V2M5 10h6" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.3v3.4M8 5.2v.1" />
    </>
  ),
  ledger: <path d="M2.5 2.5h11v11h-11zM8 2.5v11M4.5 5.5H6M10 5.5h1.5M4.5 8.5H6M10 8.5h1.5" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.2" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  overview: <path d="M2.5 13.5v-4M6.2 13.5v-8M9.8 13.5v-5.5M13.5 13.5v-11" />,
  pay: <path d="M2 4.5h12M2 8h12M2 11.5h7" />,
  minus: <path d="M3.5 8h9" />,
  more: <path d="M3.5 8v.1M8 8v.1M12.5 8v.1" strokeWidth={2.2} />,
  pin: <path d="M6 2h4l-.6 4.5L11.5 9h-7l2.1-2.5zM8 9v5" />,
  save: <path d="M4 2h8v12l-4-3-4 3z" />,
  treasury: <path d="M2.5 6.5L8 2.5l5.5 4zM4 6.5v5M8 6.5v5M12 6.5v5M2.5 13.5h11M2.5 11.5h11" />,
  trash: <path d="M3 4.5h10M6.3 4.5V2.8h3.4v1.7M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  print: <path d="M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z" />,
  set: (
    <>
      <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
      <circle cx="10" cy="4.5" r="1.9" />
      <circle cx="6" cy="11.5" r="1.9" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" />
    </>
  ),
  up: <path d="M4.5 9.5L8 6l3.5 3.5" />,
  wallet: <path d="M2.5 4.5h10v9h-10zM2.5 4.5L10 2.5v2M10 9h2.5" />,
  x: <path d="M4.5 4.5l7 7M11.5 4.5l-7 7" />,
  check: <path d="M3.5 8.5l3 3 6-7" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1" />
    </>
  ),
  moon: <path d="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z" />,
  out: <path d="M6.5 3.5h-3v9h3M9.5 5L13 8l-3.5 3M13 8H6.5" />,
  user: (
    <>
      <circle cx="8" cy="5.5" r="2.7" />
      <path d="M2.8 13.5c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4" />
    </>
  ),
  right: <path d="M6.5 4.5L10 8l-3.5 3.5" />,
} satisfies Shapes;

/** States, 14 px: outline = nothing moves, part filled = on its way, full = decided. Told apart by shape alone. */
const GLYPHS = {
  pending: <circle cx="7" cy="7" r="5" strokeWidth={1.5} />,
  expired: (
    <>
      <circle cx="7" cy="7" r="5" strokeWidth={1.5} />
      <path d="M3.6 10.4l6.8-6.8" strokeWidth={1.5} />
    </>
  ),
  draft: <circle cx="7" cy="7" r="5" strokeWidth={1.5} strokeDasharray="2.2 1.73" strokeLinecap="butt" />,
  half: (
    <>
      <circle cx="7" cy="7" r="5" strokeWidth={1.5} />
      <path d="M7 4v6a3 3 0 0 0 0-6z" fill="currentColor" stroke="none" />
    </>
  ),
  pie: (
    <>
      <circle cx="7" cy="7" r="5" strokeWidth={1.5} />
      <path d="M7 7V4a3 3 0 0 1 0 6z" fill="currentColor" stroke="none" />
    </>
  ),
  away: (
    <>
      <circle cx="7" cy="7" r="5.75" fill="currentColor" stroke="none" />
      <path d="M5.2 8.8l3.6-3.6M5.9 5.2h2.9v2.9" stroke="var(--sheet)" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="5.75" fill="currentColor" stroke="none" />
      <path d="M4.6 7.2l1.7 1.7 3.2-3.6" stroke="var(--sheet)" strokeWidth={1.5} />
    </>
  ),
  kept: (
    <>
      <circle cx="7" cy="7" r="5" strokeWidth={1.5} />
      <circle cx="7" cy="7" r="2.4" fill="currentColor" stroke="none" />
    </>
  ),
  attn: (
    <>
      <path d="M7 1.2l6 10.6H1z" fill="currentColor" stroke="none" />
      <path d="M7 5.2v2.9M7 10v.1" stroke="var(--sheet)" strokeWidth={1.5} />
    </>
  ),
  cancel: (
    <>
      <circle cx="7" cy="7" r="5" strokeWidth={1.5} />
      <path d="M5.3 5.3l3.4 3.4M8.7 5.3L5.3 8.7" />
    </>
  ),
  note: <path d="M2.5 3h9v6.5H6L3.8 11.5V9.5H2.5z" />,
  hook: (
    <path
      d="M4.5 9.5a2.4 2.4 0 1 1 1-4.4M7 7.2L5.2 4.1a2.4 2.4 0 1 1 4.4-.5M7 7.2h3.6a2.4 2.4 0 1 1-2 3.6"
      strokeWidth={1.2}
    />
  ),
} satisfies Shapes;

/** Our own marks for assets, 16 px: distinguished by shape, never by hue. */
const ASSETS = {
  btc: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
      <path
        d="M6 4.6v6.8M6 4.9h2.6a1.5 1.5 0 0 1 0 3H6m0 0h3.1a1.7 1.7 0 0 1 0 3.2H6"
        stroke="var(--sheet)"
        strokeWidth={1.35}
      />
    </>
  ),
  bch: (
    <>
      <circle cx="8" cy="8" r="6.3" />
      <path d="M5.5 5.2l5 5.6M5.2 8.6l2.2 2.4M8.6 5l2.2 2.4" />
    </>
  ),
  usdt: (
    <>
      <path d="M8 .9l6.2 3.55v7.1L8 15.1l-6.2-3.55v-7.1z" fill="currentColor" stroke="none" />
      <path d="M5 5.4h6M8 5.4v5.8" stroke="var(--sheet)" strokeWidth={1.5} />
    </>
  ),
  usdc: (
    <>
      <circle cx="8" cy="8" r="6.3" />
      <path d="M10.2 6.1a2.9 2.9 0 1 0 0 3.8" strokeWidth={1.5} />
    </>
  ),
  eur: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9" rx="1.5" />
      <path d="M10 6.3a2.2 2.2 0 1 0 0 3.4M5.4 8h3" strokeWidth={1.2} />
    </>
  ),
  usd: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9" rx="1.5" />
      <path d="M9.6 6.5c-.8-.7-3-.6-3 .5s3 .9 3 2-2.2 1.2-3.1.4M8.1 5.3v5.4" strokeWidth={1.1} />
    </>
  ),
  cad: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9" rx="1.5" />
      <path
        d="M7.6 6.4a1.9 1.9 0 1 0 0 3.2M12.3 6.7c-.6-.6-2.3-.5-2.3.4s2.4.7 2.4 1.6-1.7 1-2.4.3M11.2 5.6v4.8"
        strokeWidth={1}
      />
    </>
  ),
  gbp: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9" rx="1.5" />
      <path d="M9.6 6.5c-.5-1-2.4-.9-2.4.6v1.5c0 .8-.2 1.2-.8 1.5h3.4M6.2 8.3h2.4" strokeWidth={1.1} />
    </>
  ),
  jpy: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9" rx="1.5" />
      <path d="M6 5.6l2 2.6 2-2.6M8 8.2v2.3M6.5 8.6h3" strokeWidth={1.1} />
    </>
  ),
} satisfies Shapes;

export type IconName = keyof typeof INTERFACE;
export type GlyphName = keyof typeof GLYPHS;

/** An interface icon; always beside words or inside a control that has a name. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <Svg box={16} size={size} className={className}>
      {INTERFACE[name]}
    </Svg>
  );
}

export function Glyph({ name, className }: { name: GlyphName; className?: string | undefined }) {
  return (
    <Svg box={14} size={14} className={className}>
      {GLYPHS[name]}
    </Svg>
  );
}

/** The mark of a crypto or fiat; nothing for a symbol that has none. */
export function AssetMark({ symbol, className }: { symbol: string; className?: string | undefined }) {
  const shape = (ASSETS as Shapes)[symbol.toLowerCase()];
  if (!shape) return null;
  return (
    <Svg box={16} size={16} className={className}>
      {shape}
    </Svg>
  );
}

/** The desk's own mark. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <Svg box={20} size={size} className="text-accent">
      <rect x="1" y="1" width="18" height="18" rx="3" fill="currentColor" stroke="none" />
      <path d="M6 5.5v5M6 5.5h5.5a2.5 2.5 0 0 1 0 5H6" stroke="var(--sheet)" strokeWidth={1.6} />
      <path d="M4.5 13.5h11M4.5 15.8h11" stroke="var(--sheet)" strokeWidth={1.2} />
    </Svg>
  );
}

function Svg({
  box,
  size,
  className,
  children,
}: {
  box: number;
  size: number;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      aria-hidden="true"
      className={`flex-none ${className ?? ""}`}
      fill="none"
      focusable="false"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.4}
      viewBox={`0 0 ${box} ${box}`}
      width={size}
    >
      {children}
    </svg>
  );
}
