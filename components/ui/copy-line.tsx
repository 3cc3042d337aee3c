import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

/** A value to be copied whole, under what it is. */
export function CopyLine({
  label,
  value,
  name,
  hint,
  children,
}: {
  label: ReactNode;
  value: string;
  /** What is copied, for the button's label. */
  name: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid min-w-0 gap-1">
      <span className="text-12 text-ink-2">{label}</span>
      <div className="copy-line">
        <span className="min-w-0 flex-1">{children}</span>
        <CopyButton name={name} value={value} />
      </div>
      {hint ? <span className="text-12 text-ink-3">{hint}</span> : null}
    </div>
  );
}

const ENDS = 6;

/** An address in full, the ends that people compare in bold. A prefix such as `bitcoincash:` stays light. */
export function AddressText({ address, className }: { address: string; className?: string }) {
  const { prefix, first, middle, last } = addressParts(address);
  return (
    <span className={`address ${className ?? ""}`}>
      {prefix}
      <b>{first}</b>
      {middle}
      <b>{last}</b>
    </span>
  );
}

/** The six characters at either end that people compare, without the name of the scheme. */
export function addressParts(address: string): { prefix: string; first: string; middle: string; last: string } {
  const start = address.indexOf(":") + 1;
  return {
    prefix: address.slice(0, start),
    first: address.slice(start, start + ENDS),
    middle: address.slice(start + ENDS, -ENDS),
    last: address.slice(-ENDS),
  };
}
