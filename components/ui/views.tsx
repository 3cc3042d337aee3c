import { Button } from "./button.tsx";

/** Buttons of which one is pressed: how the same figures are shown. */
export function Views<V extends string>({
  label,
  names,
  view,
  onView,
}: {
  label: string;
  /** In their order, each with what its button says. */
  names: Readonly<Record<V, string>>;
  view: V;
  onView: (view: V) => void;
}) {
  return (
    <fieldset aria-label={label} className="flex gap-0.5">
      {(Object.keys(names) as V[]).map((one) => (
        <Button
          aria-pressed={view === one}
          className="aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink-1 forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:-outline-offset-2"
          key={one}
          look="plain"
          onClick={() => onView(one)}
          size="small"
        >
          {names[one]}
        </Button>
      ))}
    </fieldset>
  );
}
