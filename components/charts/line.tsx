"use client";

import { type KeyboardEvent, useState } from "react";
import { chartsText } from "#lib/i18n/charts.ts";

/** A value at a time; `mark` names what happened there, such as a quote. Numbers here are only drawn. */
export type LinePoint = {
  key: string;
  at: number;
  value: number;
  mark?: string | undefined;
  colour?: string | undefined;
};

const [WIDTH, HEIGHT] = [600, 100];
/** Free space above and below the line, so that a mark at its edge is whole. */
const EDGE = 8;
const DOT = 9;

/**
 * A value over time, its points where their times lie. Arrow keys, Home and End step through them, a pointer chooses the
 * nearest; the chosen one is described in words below, visible to every reader.
 */
export function Line({
  label,
  points,
  describe,
  ends,
  tick,
}: {
  label: string;
  /** Oldest first. */
  points: readonly LinePoint[];
  describe: (at: number) => string;
  /** What stands below the first point and the last. */
  ends: readonly [string, string];
  tick: (value: number) => string;
}) {
  const last = points.length - 1;
  const [chosen, setChosen] = useState<number>();
  const now = Math.min(chosen ?? last, last);
  const { x, y, low, high } = scalesOf(points);
  const step = (event: KeyboardEvent) => {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, to)));
  };
  const place = (point: LinePoint) => `${x(point.at)} ${y(point.value)}`;
  const current = points[now];
  return (
    <div className="px-gutter pb-2">
      <div
        aria-label={`${label} ${chartsText.stepPoints}`}
        aria-orientation="horizontal"
        aria-valuemax={last}
        aria-valuemin={0}
        aria-valuenow={now}
        aria-valuetext={describe(now)}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-2"
        onKeyDown={step}
        onPointerLeave={() => setChosen(undefined)}
        onPointerMove={(event) => setChosen(nearest(event.currentTarget, event.clientX, points, x))}
        role="slider"
        tabIndex={0}
      >
        <svg
          aria-hidden="true"
          className="h-28 w-full overflow-visible forced-color-adjust-none"
          preserveAspectRatio="none"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        >
          {[EDGE, HEIGHT - EDGE].map((one) => (
            <path d={`M0 ${one}H${WIDTH}`} key={one} stroke="var(--rule)" vectorEffect="non-scaling-stroke" />
          ))}
          {points.map(({ key, at, mark }) =>
            mark === undefined ? null : (
              <path
                d={`M${x(at)} 0V${HEIGHT}`}
                key={key}
                stroke="var(--strong)"
                strokeDasharray="3 3"
                vectorEffect="non-scaling-stroke"
              />
            ),
          )}
          <path
            d={`M${points.map(place).join("L")}`}
            fill="none"
            stroke="var(--chart)"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
          {points.map((point) =>
            point.mark === undefined && point !== current ? null : (
              <path
                d={`M${place(point)}h0.01`}
                key={point.key}
                stroke={point === current && point.mark === undefined ? "var(--accent)" : point.colour}
                strokeLinecap="round"
                strokeWidth={point === current ? DOT + 3 : DOT}
                vectorEffect="non-scaling-stroke"
              />
            ),
          )}
        </svg>
        <div aria-hidden="true" className="figure flex flex-col justify-between text-11 text-ink-3">
          <span>{tick(high)}</span>
          <span>{low === high ? "" : tick(low)}</span>
        </div>
      </div>
      <div aria-hidden="true" className="figure mt-1 flex justify-between text-11 text-ink-3">
        {ends.map((one, at) => (
          <span key={at === 0 ? "first" : "last"}>{one}</span>
        ))}
      </div>
      <p className="mt-1 min-h-5 text-12 text-ink-2">{describe(now)}</p>
    </div>
  );
}

function scalesOf(points: readonly LinePoint[]) {
  const [values, times] = [points.map(({ value }) => value), points.map(({ at }) => at)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return {
    low,
    high,
    x: (at: number) => (last === first ? WIDTH / 2 : ((at - first) / (last - first)) * WIDTH),
    y: (value: number) =>
      high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE),
  };
}

/** The point that lies nearest to where the pointer is. */
function nearest(over: Element, clientX: number, points: readonly LinePoint[], x: (at: number) => number): number {
  const { left, width } = (over.firstElementChild ?? over).getBoundingClientRect();
  const pointed = ((clientX - left) / Math.max(1, width)) * WIDTH;
  const far = points.map(({ at }) => Math.abs(x(at) - pointed));
  return far.indexOf(Math.min(...far));
}
