/** Keys as they are printed: `Ctrl+k` becomes two caps. Spoken only where they are what the text is about. */
export function Kbd({ keys, spoken = false }: { keys: string; spoken?: boolean }) {
  return (
    <span aria-hidden={!spoken} className="inline-flex gap-1">
      {keys.split(/[ +](?=.)/).map((key, at) => (
        <kbd
          className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-1 border border-edge bg-sheet px-1 font-sans text-11 font-medium text-ink-3"
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one shortcut never change order
          key={at}
        >
          {CAPS[key] ?? key}
        </kbd>
      ))}
    </span>
  );
}

const CAPS: Record<string, string> = { Escape: "Esc", Enter: "↵", ArrowDown: "↓", ArrowUp: "↑" };
