"use client";

import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "./class-names.ts";
import { lineTyped, stepTo, type Typed, typedOn } from "./menu-keys.ts";

type Props = {
  label: string;
  button: ReactNode;
  buttonClass?: string;
  align?: "start" | "end";
  side?: "bottom" | "top";
  /** The label is written under the button's icon instead of being available only to screen readers. */
  shownLabel?: boolean;
  children: (close: () => void) => ReactNode;
};

type Kind = "menu" | "panel";
const KindContext = createContext<Kind>("panel");

/** A button that opens a list of lines, all of them {@link MenuItem}: arrows, Home, End and letters move, Tab leaves. */
export const Menu = (props: Props) => <Floating {...props} kind="menu" />;

/** A button that opens a small panel of ordinary controls, which Tab walks; lines among them also answer the arrows. */
export const Panel = (props: Props) => <Floating {...props} kind="panel" />;

/** Where a floating panel stands beside its button; `styles/floating.css` keeps it inside the window. */
function Floating({
  label,
  button,
  buttonClass,
  align = "end",
  side = "bottom",
  shownLabel = false,
  kind,
  children,
}: Props & { kind: Kind }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const anchor = `--${id.replaceAll(/\W/g, "")}`;
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const typed = useRef<Typed>({ text: "", at: Number.NEGATIVE_INFINITY });
  const fromEnd = useRef(false);
  const alone = useLeft(trigger, open);

  const enter = () => {
    const lines = linesOf(panel.current);
    const first = lines.find((line) => line.ariaChecked === "true") ?? lines[0];
    (fromEnd.current ? lines.at(-1) : first)?.focus();
    fromEnd.current = false;
  };

  const close = () => {
    panel.current?.hidePopover();
    trigger.current?.focus();
  };
  const openBy = (event: KeyboardEvent) => {
    if (kind !== "menu" || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    fromEnd.current = event.key === "ArrowUp";
    trigger.current?.click();
  };
  const moveBy = (event: KeyboardEvent) => {
    const lines = linesOf(panel.current);
    const at = lines.findIndex((line) => line.matches(":focus"));
    const isLetter = event.key.length === 1 && event.key !== " ";
    if (isLetter) typed.current = typedOn(typed.current, event.key, event.timeStamp);
    const labels = lines.map((line) => line.textContent);
    const to = isLetter ? lineTyped(typed.current.text, labels, at) : stepTo(event.key, at, lines.length);
    if (to === undefined) return;
    event.preventDefault();
    lines[to]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (!open) openBy(event);
    else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Tab" && kind === "menu") close();
    else if (!(event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target))) moveBy(event);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are answered wherever the focus is inside
    <div
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) panel.current?.hidePopover();
      }}
      onKeyDown={press}
      ref={root}
    >
      <button
        aria-controls={open ? id : undefined}
        aria-expanded={open}
        aria-haspopup={kind === "menu" ? "menu" : undefined}
        className={buttonClass}
        popoverTarget={id}
        ref={trigger}
        style={{ anchorName: anchor }}
        title={label}
        type="button"
      >
        {button}
        <span className={shownLabel ? undefined : "sr-only"}>{label}</span>
      </button>
      <div
        className={cx("floating", align, side, alone && "alone")}
        id={id}
        onBeforeToggle={(event) => {
          if (isOwn(event)) setOpen(event.newState === "open");
        }}
        onToggle={(event) => {
          if (isOwn(event) && event.newState === "open" && kind === "menu") enter();
        }}
        popover="auto"
        ref={panel}
        style={{ positionAnchor: anchor }}
        {...{ role: kind === "menu" ? "menu" : "group", "aria-label": label }}
      >
        <KindContext value={kind}>{open ? children(close) : null}</KindContext>
      </div>
    </div>
  );
}

/** Whether the button has left the window while its panel is open: what loads may push it out. */
function useLeft(trigger: RefObject<HTMLElement | null>, open: boolean): boolean {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    if (!(open && trigger.current)) return;
    const watch = new IntersectionObserver((entries) => setLeft(entries.at(-1)?.isIntersecting === false));
    watch.observe(trigger.current);
    return () => watch.disconnect();
  }, [trigger, open]);
  return open && left;
}

/** React lets these events rise from a panel inside this one. */
const isOwn = ({ target, currentTarget }: ToggleEvent) => target === currentTarget;

/** What the arrows walk: lines that show and can be pressed. */
const linesOf = (panel: HTMLElement | null): HTMLElement[] =>
  [...(panel?.querySelectorAll<HTMLElement>("[data-line]") ?? [])].filter((line) => line.checkVisibility());

/** Fields use the arrows and letters themselves. */
const takesKeys = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select, textarea");

/** One line of a menu or a panel. `chosen` makes it one of several that exclude each other. */
export function MenuItem({
  onSelect,
  chosen,
  children,
}: {
  onSelect: () => void;
  chosen?: boolean;
  children: ReactNode;
}) {
  const inMenu = use(KindContext) === "menu";
  const roleProps = inMenu
    ? { role: chosen === undefined ? "menuitem" : "menuitemradio", "aria-checked": chosen, tabIndex: -1 }
    : { "aria-pressed": chosen };
  return (
    <button
      {...roleProps}
      className={cx(
        "flex min-h-8 w-full items-center gap-2 rounded-2 px-2 text-start hover:bg-hover focus-visible:-outline-offset-2",
        chosen && "font-medium",
      )}
      data-line
      onClick={onSelect}
      type="button"
    >
      {children}
      {chosen ? (
        <span aria-hidden="true" className="ms-auto size-1.5 rounded-full bg-accent forced-colors:border-3" />
      ) : null}
    </button>
  );
}
