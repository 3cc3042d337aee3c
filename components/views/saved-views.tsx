"use client";

import Link from "next/link";
import { useId } from "react";
import { HOUSE_ROLES, ROLES } from "#lib/contract/permissions.ts";
import { makeViewCall } from "#lib/views/calls.ts";
import type { makeViewEndpoint, ViewRecord } from "#lib/views/contract.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy, writtenIn } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useUrl } from "#components/url.ts";
import { useOf } from "#components/whose.tsx";
import { type Countable, useConversionCounts, useViewCounts, viewCountText } from "./view-counts.ts";
import { viewQuery } from "./view-query.ts";
import { ownNamed, type Page, useSaveView, useViewRemoval, useViews } from "./views-data.ts";

const words = text.views;

/** The lists a person keeps under a name on this page, those shared to them, and a way to keep this one. */
export function SavedViews({ page }: { page: Page }) {
  const { params } = useUrl();
  const { data = NONE, error } = useViews();
  const views = data.filter((view) => view.page === page);
  const query = viewQuery(params);
  const current = views.find((view) => view.query === query);
  return (
    <Panel
      align="start"
      button={
        <>
          <Icon className="text-ink-3" name="save" size={12} />
          <span className="truncate">{current?.name ?? words.button}</span>
        </>
      }
      buttonClass={cx(
        "inline-flex h-7 max-w-52 items-center gap-1.5 rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink-1",
        current && "bg-sunken font-medium text-ink-1",
      )}
      label={words.label}
    >
      {(close) => (
        <div className="grid w-72 max-w-full">
          {error ? <ErrorNote error={error} title={words.failed} /> : null}
          {views.length === 0 && !error ? <p className="px-2 py-1.5 text-ink-3">{words.none}</p> : null}
          <ViewLines close={close} current={current} views={views} />
          <SaveForm close={close} page={page} query={query} views={data} />
        </div>
      )}
    </Panel>
  );
}

const NONE: readonly ViewRecord[] = [];

/** They are counted when they are looked at, all at once. */
function ViewLines({
  views,
  current,
  close,
}: {
  views: readonly ViewRecord[];
  current: ViewRecord | undefined;
  close: () => void;
}) {
  const of = (wanted: Page): Countable[] =>
    views.filter(({ page }) => page === wanted).map(({ viewId, query }) => ({ id: viewId, query }));
  const counts = { ...useViewCounts(of("payments")), ...useConversionCounts(of("conversions")) };
  return (
    <ul className="grid max-h-64 overflow-y-auto">
      {views.map((view) => (
        <ViewLine close={close} count={counts[view.viewId]} current={view === current} key={view.viewId} view={view} />
      ))}
    </ul>
  );
}

function ViewLine({
  view,
  count,
  current,
  close,
}: {
  view: ViewRecord;
  count: number | undefined;
  current: boolean;
  close: () => void;
}) {
  const { toast } = useStatus();
  const { remove, restore } = useViewRemoval();
  const { name, mine, owner, sharedTo } = view;
  const note = mine ? sharedTo && words.sharedTo(roleName(sharedTo)) : words.by(owner);
  // The line is unmounted before an undo: what follows depends on the promises, not on the line.
  const bringBack = () =>
    restore.mutateAsync(view).then(
      () => toast(words.brought(name)),
      () => toast(words.refused),
    );
  const takeAway = () =>
    remove.mutateAsync(view).then(
      () => toast(words.removed(name), () => void bringBack()),
      () => toast(words.removeFailed),
    );
  return (
    <li className="flex items-center">
      <Link
        aria-current={current ? "true" : undefined}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-2 px-2 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:font-medium"
        href={`/${view.page}${view.query ? `?${view.query}` : ""}`}
        onClick={close}
        prefetch={false}
      >
        <span className="truncate">{name}</span>
        <span className="ms-auto flex flex-none items-center gap-2 text-12 font-normal text-ink-3">
          {note}
          {count === undefined ? null : <span className="figure">{viewCountText(count)}</span>}
        </span>
      </Link>
      {mine ? (
        <Button
          aria-label={words.remove(name)}
          busy={remove.isPending}
          look="plain"
          onClick={() => void takeAway()}
          size="small"
          square
        >
          <Icon name="trash" size={12} />
        </Button>
      ) : null}
    </li>
  );
}

type Named = { name: string; sharedTo: string };
const NAMELESS: Named = { name: "", sharedTo: "" };

function SaveForm({
  page,
  query,
  views,
  close,
}: {
  page: Page;
  query: string;
  views: readonly ViewRecord[];
  close: () => void;
}) {
  const id = useId();
  const { toast } = useStatus();
  const save = useSaveView(views);
  const roles = useOf() === "house" ? HOUSE_ROLES : ROLES;
  const form = useDeskForm({
    defaults: NAMELESS,
    check: checkedBy<Named, typeof makeViewEndpoint.body>(makeViewCall, {
      bodyOf: (named) => ({ ...writtenIn(named), page, query }),
      missing: { name: words.nameMissing },
    }),
    async send({ name, sharedTo }) {
      await save.mutateAsync({ page, name, query, sharedTo });
      toast(words.saved(name));
      close();
    },
  });
  const known = ownNamed(views, page, form.watch("name"));
  return (
    <form className="mt-1 grid gap-2 border-t border-rule p-2" noValidate onSubmit={form.submit}>
      <FormField form={form} hint={words.nameHint} label={words.name} name="name">
        {(parts) => <Input {...parts} autoComplete="off" maxLength={60} required />}
      </FormField>
      <span className="flex items-center gap-2">
        <label className="text-12 text-ink-2" htmlFor={id}>
          {words.share}
        </label>
        <Select {...form.register("sharedTo")} className="flex-1" id={id} small>
          <option value="">{words.me}</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {words.role(roleName(role))}
            </option>
          ))}
        </Select>
      </span>
      {save.error ? <ErrorNote error={save.error} title={words.refused} /> : null}
      <Button busy={save.isPending} size="small" type="submit">
        {known ? words.replace : words.save}
      </Button>
    </form>
  );
}
