"use client";

import type { Column } from "@tanstack/react-table";
import { useEffect, useState } from "react";
import { text } from "#components/text/text.ts";
import { Skeleton } from "../skeleton.tsx";
import { cellClass, ROLE } from "./cell-look.ts";
import type { DeskFeatures } from "./features.ts";

const SHOWN = Array.from({ length: 12 }, (_, at) => at);
const SLOW_MS = 10_000;
const NOBODY = {};

/** Rows in their final shape while the first page is on its way; after ten seconds they say so in words. */
export function LoadingRows<Row extends object>({
  columns,
  label,
}: {
  columns: Column<DeskFeatures, Row, unknown>[];
  label: string;
}) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <tbody {...ROLE.rowgroup}>
      {slow ? (
        <tr className="row" {...ROLE.row}>
          <td className="text-ink-2" colSpan={columns.length + 1} data-card="line" {...ROLE.cell}>
            <span role="status">{text.table.slow}</span>
          </td>
        </tr>
      ) : null}
      {SHOWN.map((row) => (
        <tr className="row" key={row} {...ROLE.row}>
          <td className="first" {...ROLE.cell}>
            {row === 0 ? <span className="sr-only">{text.table.loading(label)}</span> : null}
          </td>
          {columns.map((column, at) => (
            <td
              className={cellClass(column.columnDef.meta, column.id, at + 1, NOBODY)}
              data-card={column.columnDef.meta?.card}
              key={column.id}
              {...ROLE.cell}
            >
              <Skeleton className={row % 3 === 0 ? "w-3/5" : "w-2/5 min-w-10"} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
