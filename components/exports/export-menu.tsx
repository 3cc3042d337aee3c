"use client";

import Link from "next/link";
import { EXPORT_FORMATS, type ExportFormat, MOST_CHOSEN, MOST_ROWS } from "#lib/exports/export-facts.ts";
import { text } from "#lib/i18n/text.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useExportCount, useMakeExport, type Wanted } from "./exports-data.ts";

const words = text.exports;
const BUTTON =
  "inline-flex h-7 items-center gap-1.5 rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink-1 whitespace-nowrap";

/** A file of exactly what is filtered, or of what is selected; shows the number of rows before the request. */
export function ExportMenu({ wanted, chosen = [] }: { wanted: Wanted; chosen?: readonly string[] }) {
  return (
    <Panel
      button={
        <>
          <Icon className="text-ink-3" name="export" size={14} />
          {words.button}
        </>
      }
      buttonClass={BUTTON}
      label={words.menu}
    >
      {(close) => (
        <div className="grid w-72 max-w-full gap-3 p-2">
          {chosen.length > 0 && chosen.length <= MOST_CHOSEN ? (
            <Chosen close={close} wanted={{ ...wanted, ids: chosen }} />
          ) : null}
          <Filtered close={close} wanted={wanted} />
          <p className="text-12 text-pretty text-ink-3">{words.note}</p>
          <Link className="rounded-1 text-12 text-accent hover:underline" href="/exports" prefetch={false}>
            {words.see}
          </Link>
        </div>
      )}
    </Panel>
  );
}

type Part = { wanted: Wanted; close: () => void };

function Chosen({ wanted, close }: Part) {
  const count = wanted.ids?.length ?? 0;
  return <Formats close={close} count={count} title={words.chosen(count)} wanted={wanted} />;
}

function Filtered({ wanted, close }: Part) {
  const { data: count, error } = useExportCount(wanted);
  if (error) return <ErrorNote error={error} />;
  if (count === undefined) return <p className="py-1 text-ink-3">{words.counting}</p>;
  return (
    <Formats
      close={close}
      count={count}
      title={count === 1 ? words.oneRow : words.rows(countText(count))}
      wanted={wanted}
    />
  );
}

function Formats({ wanted, count, title, close }: Part & { count: number; title: string }) {
  const { toast } = useStatus();
  const make = useMakeExport();
  const ask = (format: ExportFormat) =>
    make.mutate(
      { ...wanted, format },
      {
        onSuccess: () => {
          toast(words.requested(words.lists[wanted.list], title));
          close();
        },
      },
    );
  const beyond = EXPORT_FORMATS.find((format) => count > MOST_ROWS[format]);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="pb-1.5 font-medium">
        <span role="status">{title}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {EXPORT_FORMATS.map((format) => (
          <Button
            busy={make.isPending}
            key={format}
            onClick={() => ask(format)}
            size="small"
            unavailable={count > MOST_ROWS[format]}
          >
            {words.formats[format]}
          </Button>
        ))}
      </div>
      {beyond ? (
        <p className="text-12 text-ink-2">
          {words.formats[beyond]}: {words.tooMany(countText(MOST_ROWS[beyond]))}
        </p>
      ) : null}
      {make.error ? <ErrorNote error={make.error} title={words.refused} /> : null}
    </fieldset>
  );
}
