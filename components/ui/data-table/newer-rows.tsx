import { Button } from "../button.tsx";

export type Newer = { count: number; label: string; hint?: string; show: () => unknown };

/** How many rows have come and wait, so that none moves under the pointer; pressing shows them. Nothing while none wait. */
export function NewerRows({ count, label, hint, show }: Newer) {
  if (count === 0) return null;
  return (
    <Button className="border-accent-edge! text-accent!" onClick={() => void show()} size="small" title={hint}>
      {label}
    </Button>
  );
}
