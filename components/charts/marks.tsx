import { type MarkPlace, STEP } from "./plot.tsx";

const BAR = 6;
const DOT = 4;

/** A bar from zero up or down; what is below zero is a loss, unless the bar is of a cost. */
export function Bar({
  value,
  cost = false,
  place: { x, y, chosen },
}: {
  value: number;
  cost?: boolean;
  place: MarkPlace;
}) {
  const [top, foot] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
  return (
    <rect
      fill={chosen ? "var(--accent)" : value < 0 && !cost ? "var(--fail-mark)" : "var(--chart)"}
      height={foot - top}
      width={BAR}
      x={x - BAR / 2}
      y={top}
    />
  );
}

/** A dot for the middle and a line to the far end; drawn as strokes, so that a stretched plot keeps them round. */
export function Reach({ from, to, place: { x, y, chosen } }: { from: number; to: number; place: MarkPlace }) {
  const stroke = chosen ? "var(--accent)" : "var(--chart)";
  return (
    <>
      <path d={`M${x} ${y(from)}V${y(to)}`} stroke={stroke} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      <path
        d={`M${x - STEP / 5} ${y(to)}h${(2 * STEP) / 5}`}
        stroke={stroke}
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${x} ${y(from)}h0.01`}
        stroke={stroke}
        strokeLinecap="round"
        strokeWidth={DOT * 1.75}
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}
