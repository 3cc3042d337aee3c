"use client";

import { useState } from "react";
import type { Query } from "#components/api.ts";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { csvOf, saveFile } from "./csv.ts";
import { useAllMovements } from "./ledger-data.ts";

const words = text.ledger;

/** Writes exactly what the filter holds, not only what is loaded, and says how much that was. */
export function ExportButton({ query }: { query: Query }) {
  const readAll = useAllMovements();
  const { announce } = useStatus();
  const [told, setTold] = useState("");
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const said = await readAll(query).then(
      ({ rows, whole }) => {
        saveFile(`statement-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(rows));
        return whole ? words.exported(rows.length) : words.cut(rows.length);
      },
      () => words.exportFailed,
    );
    setTold(said);
    announce(said);
    setBusy(false);
  };
  return (
    <>
      <span className="text-12 text-ink-2">{told}</span>
      <Button busy={busy} onClick={() => void run()} size="small" title={words.filter.exportHint}>
        <Icon name="export" size={14} />
        {busy ? words.filter.exporting : words.filter.export}
      </Button>
    </>
  );
}
