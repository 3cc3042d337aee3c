"use client";

import { overviewText } from "#lib/i18n/overview.ts";
import { dayText } from "#lib/i18n/times.ts";
import { tickText } from "#components/charts/scale.ts";
import { Described, useStepped } from "#components/charts/stepped.tsx";
import { axisTop, type Day } from "#components/charts/values.ts";

const words = overviewText.volume;
const HEIGHT = 100;
const WIDTH = 10;
const BAR = 6;
const TICKS = [1, 0.5, 0];

/** Bars of days; arrow keys step through them and words below describe the chosen day. Numbers are only drawn here. */
export function VolumeBars({
  days,
  fiat,
  labelOf,
  hrefOf,
}: {
  days: readonly Day[];
  fiat: string;
  labelOf: (day: Day) => string;
  hrefOf: (day: Day) => string;
}) {
  const last = days.length - 1;
  const { now, onKeyDown, point, choose, leave } = useStepped(last, last);
  const top = axisTop(days);
  const shown = days[now];
  return (
    <div className="flex flex-1 flex-col px-gutter pb-2">
      <div
        aria-label={words.chart(fiat)}
        aria-orientation="horizontal"
        aria-valuemax={last}
        aria-valuemin={0}
        aria-valuenow={now}
        aria-valuetext={shown ? labelOf(shown) : ""}
        className="grid flex-1 grid-cols-[minmax(0,1fr)_44px] grid-rows-[minmax(8rem,1fr)] gap-2"
        onKeyDown={onKeyDown}
        onPointerLeave={leave}
        role="slider"
        tabIndex={0}
      >
        <svg
          aria-hidden="true"
          className="h-full w-full forced-color-adjust-none"
          preserveAspectRatio="none"
          viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        >
          {TICKS.map((tick) => (
            <path
              d={`M0 ${HEIGHT * (1 - tick)}H${days.length * WIDTH}`}
              key={tick}
              stroke="var(--rule)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map((day, at) => (
            <Bar
              at={at}
              day={day}
              key={day.day}
              marked={at === now}
              onChoose={() => choose(at)}
              onPoint={() => point(at)}
              top={top}
            />
          ))}
        </svg>
        <div aria-hidden="true" className="figure flex flex-col justify-between text-11 text-ink-3">
          {TICKS.map((tick) => (
            <span className="-my-2" key={tick}>
              {tickText(top * tick)}
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="me-13 mt-1 flex justify-between text-11 text-ink-3">
        {[0, 10, 20].map((at) => (
          <span key={at}>{dayText(Date.parse(`${days[at]?.day}T12:00:00Z`), "utc")}</span>
        ))}
        <span>{words.today}</span>
      </div>
      <Described href={shown && shown.count > 0 ? hrefOf(shown) : undefined}>{shown ? labelOf(shown) : ""}</Described>
    </div>
  );
}

function Bar({
  day,
  at,
  top,
  marked,
  onChoose,
  onPoint,
}: {
  day: Day;
  at: number;
  top: number;
  marked: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const heightOf = (value: Day["kept"]) => (Number(value.toString()) / top) * HEIGHT;
  const [sold, retained, waiting] = [heightOf(day.converted), heightOf(day.kept), heightOf(day.pending)];
  const x = at * WIDTH + (WIDTH - BAR) / 2;
  return (
    <g onPointerDown={onChoose} onPointerEnter={onPoint}>
      <rect fill={marked ? "var(--hover)" : "transparent"} height={HEIGHT} width={WIDTH} x={at * WIDTH} y={0} />
      <rect fill={marked ? "var(--accent)" : "var(--chart)"} height={sold} width={BAR} x={x} y={HEIGHT - sold} />
      <rect
        fill="var(--chart-2)"
        height={retained}
        stroke={marked ? "var(--accent)" : "var(--chart)"}
        strokeWidth={retained > 0 ? 1 : 0}
        vectorEffect="non-scaling-stroke"
        width={BAR}
        x={x}
        y={HEIGHT - sold - retained}
      />
      <rect fill="var(--wait-mark)" height={waiting} width={BAR} x={x} y={HEIGHT - sold - retained - waiting} />
    </g>
  );
}
