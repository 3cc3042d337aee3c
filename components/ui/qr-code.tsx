import { useMemo } from "react";
import { encode } from "uqr";

/** Modules of white around the code that scanners ask for (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as one SVG path, black on white in every theme. `label` says what it holds. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => drawn(value), [value]);
  return (
    <svg aria-label={label} className="qr" role="img" shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function drawn(value: string): { size: number; path: string } {
  const { size, data } = encode(value, { ecc: "M", border: QUIET });
  return { size, path: data.map((row, y) => rowPath(row, y)).join("") };
}

/** Neighbouring dark modules of a row as one bar each. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
  }
  return path;
}
