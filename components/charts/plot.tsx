"use client";

import type { ReactNode } from "react";
import { chartsText } from "#lib/i18n/charts.ts";
import { cx } from "#components/ui/class-names.ts";
import { dayText } from "#lib/i18n/times.ts";
import type { Scale } from "./scale.ts";
import { Described, useStepped } from "./stepped.tsx";

const HEIGHT = 100;
/** The width of a day in the drawing's own units. */
export const STEP = 10;
const LABELLED = 3;

/** Where a day stands: `x` is its middle, `y` the height of a value from the top. */
export type MarkPlace = { x: number; y: (value: number) => number; chosen: boolean };

/** Draws what stands for one day. */
export type Mark = (at: number, place: MarkPlace) => ReactNode;

/**
 * A plot of days on one scale. Arrow keys, Home and End step through the days, a pointer shows one and a press keeps it;
 * it is described in words below, visible to every reader, which lead to the rows that its figures are the sums of.
 */
export function Plot({
  label,
  days,
  scale,
  tick,
  mark,
  describe,
  hrefOf,
  start,
  axis,
  step: stepping = chartsText.step,
  tall = false,
  around = false,
}: {
  label: string;
  days: readonly string[];
  scale: Scale;
  tick: (value: number) => string;
  mark: Mark;
  /** The day's numbers in words. */
  describe: (at: number) => string;
  /** Where the rows behind them are listed; undefined where there are none. */
  hrefOf?: (at: number) => string | undefined;
  /** The day that is described until another is chosen: the last with numbers. */
  start: number;
  /** What stands below, from the first to the end, where the steps are no days. */
  axis?: readonly string[];
  /** How the keys step, in words. */
  step?: string;
  /** `rest`: as high as its section is, beside a longer one. */
  tall?: boolean | "rest";
  /** Whether each word below stands under a step of its own. */
  around?: boolean;
}) {
  const last = days.length - 1;
  const { now, onKeyDown, point, choose, leave } = useStepped(last, start);
  const y = (value: number) => HEIGHT * (1 - scale.share(value));
  const grows = tall === "rest";
  return (
    <div className={cx("px-gutter pb-2", grows && "flex max-h-112 flex-1 flex-col")}>
      <div
        aria-label={`${label} ${stepping}`}
        aria-orientation="horizontal"
        aria-valuemax={last}
        aria-valuemin={0}
        aria-valuenow={now}
        aria-valuetext={describe(now)}
        className={cx("grid grid-cols-[minmax(0,1fr)_44px] gap-2", grows && "flex-1 grid-rows-[minmax(16rem,1fr)]")}
        onKeyDown={onKeyDown}
        onPointerLeave={leave}
        role="slider"
        tabIndex={0}
      >
        <svg
          aria-hidden="true"
          className={cx("w-full forced-color-adjust-none", grows ? "h-full" : tall ? "h-32" : "h-20")}
          preserveAspectRatio="none"
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        >
          {scale.ticks.map((one) => (
            <path
              d={`M0 ${y(one)}H${days.length * STEP}`}
              key={one}
              stroke={one === 0 ? "var(--strong)" : "var(--rule)"}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map((day, at) => (
            <g key={day} onPointerDown={() => choose(at)} onPointerMove={() => point(at)}>
              <rect
                fill={at === now ? "var(--hover)" : "transparent"}
                height={HEIGHT}
                width={STEP}
                x={at * STEP}
                y={0}
              />
              {mark(at, { x: at * STEP + STEP / 2, y, chosen: at === now })}
            </g>
          ))}
        </svg>
        <div aria-hidden="true" className="relative text-11 text-ink-3">
          {scale.ticks.map((one) => (
            <span
              className="figure absolute -translate-y-1/2 whitespace-nowrap"
              key={one}
              style={{ insetBlockStart: `${y(one)}%` }}
            >
              {tick(one)}
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="me-13 mt-2 flex justify-between text-11 text-ink-3">
        {(axis ?? daysBelow(days)).map((one) => (
          <span className={around ? "flex-1 text-center" : undefined} key={one}>
            {one}
          </span>
        ))}
      </div>
      <Described href={hrefOf?.(now)}>{describe(now)}</Described>
    </div>
  );
}

/** Fewer where there are few days: none is named twice, and the last one is today. */
const daysBelow = (days: readonly string[]): string[] => {
  const count = Math.min(LABELLED, days.length - 1);
  const labelled = Array.from({ length: count }, (_, at) => days[Math.floor((at * days.length) / count)] ?? "");
  return [...labelled.map(dayWords), chartsText.today];
};

/** `21 Nov` of a day of UTC. */
export const dayWords = (day: string): string => (day === "" ? "" : dayText(Date.parse(`${day}T12:00:00Z`), "utc"));
