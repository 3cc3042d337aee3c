"use client";

import type { ComponentProps, ReactNode } from "react";
import type { Filters } from "#lib/contract/filters.ts";
import { ListPage, type ListState } from "#components/ui/data-table/list-page.tsx";
import { SumsFoot } from "#components/ui/data-table/sums-foot.tsx";
import type { TableKind } from "#components/ui/data-table/features.ts";
import type { OpenRow } from "#components/ui/data-table/open-row.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { useUrl } from "#components/url.ts";
import { text } from "#lib/i18n/text.ts";
import { cleared, type Filtered } from "./codec.ts";
import { FilterFields, isFiltered } from "./filter-fields.tsx";

type Props<Row extends object, List extends Filters> = {
  kind: TableKind<Row>;
  list: ListState<Row> & { isPending: boolean };
  open: OpenRow<Row>;
  /** The column of the one order that the API knows. */
  by: string;
  filters: List;
  filtered: Filtered<List>;
  labels: ComponentProps<typeof FilterFields<List>>["labels"];
  words: { title: string; list: string; failed: string; shown: (count: number) => string };
  /** Why there is nothing, and what to do about it. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** The rows that still count, and what each of them adds to the foot. */
  sums: Pick<ComponentProps<typeof SumsFoot<Row>>, "caption" | "counts" | "amountsOf">;
  /** Beside the title: the tabs of the page and its action. */
  views: ReactNode;
  drawer: ReactNode;
};

/** A list that the API knows newest first and no other way; its filters are menus, its foot sums what still counts. */
export function NewestList<Row extends object, List extends Filters>(props: Props<Row, List>) {
  const { kind, list, open, words, empty, views, drawer } = props;
  const { params, change } = useUrl();
  return (
    <ListPage
      drawer={drawer}
      empty={
        isFiltered(props.filters, params) ? (
          <Empty
            actions={<Button onClick={() => change(cleared(props.filters))}>{text.filters.clear}</Button>}
            title={text.filters.none}
          />
        ) : (
          <Empty actions={empty.action} title={empty.title}>
            {empty.text}
          </Empty>
        )
      }
      failed={words.failed}
      filters={
        <FilterFields
          filtered={props.filtered}
          filters={props.filters}
          labels={props.labels}
          named
          onChange={(patch) => change(patch)}
        />
      }
      kind={kind}
      label={words.list}
      list={list}
      loading={list.isPending}
      onSort={unsorted}
      open={open}
      sorting={{ id: props.by, desc: true }}
      title={words.title}
      totals={<SumsFoot count={words.shown(list.rows.length)} rows={list.rows} {...props.sums} />}
      views={views}
    />
  );
}

const unsorted = () => undefined;
