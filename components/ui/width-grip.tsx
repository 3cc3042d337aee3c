"use client";

import { type PointerEvent, useRef } from "react";
import { boundedWidth } from "./data-table/widths.ts";

/** The edge that a pointer widens a column by; the menu of columns does the same without one. */
export function WidthGrip({ onWidth }: { onWidth: (width: number) => void }) {
  const from = useRef<{ x: number; width: number; sign: 1 | -1 } | undefined>(undefined);
  const headOf = (event: PointerEvent) => (event.currentTarget as HTMLElement).closest<HTMLElement>("th");
  const widthAt = (event: PointerEvent) =>
    from.current && boundedWidth(from.current.width + from.current.sign * (event.clientX - from.current.x));
  const start = (event: PointerEvent<HTMLElement>) => {
    const head = headOf(event);
    if (!head || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const sign = getComputedStyle(head).direction === "rtl" ? -1 : 1;
    from.current = { x: event.clientX, width: head.getBoundingClientRect().width, sign };
  };
  const move = (event: PointerEvent) => {
    const width = widthAt(event);
    if (width !== undefined) headOf(event)?.style.setProperty("--width", `${width}px`);
  };
  const end = (event: PointerEvent) => {
    const width = widthAt(event);
    from.current = undefined;
    if (width !== undefined) onWidth(width);
  };
  return (
    <span
      aria-hidden="true"
      className="grip"
      draggable={false}
      onPointerCancel={() => {
        from.current = undefined;
      }}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
    />
  );
}
