import { type ReactNode, useId } from "react";
import { Icon } from "./icons.tsx";

export type FieldParts = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

/** Label, control, hint and error of one value; the control takes the parts that tie them together. */
export function Field({
  label,
  hint,
  error,
  optional,
  id: given,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The word that marks a value as not needed. */
  optional?: string | undefined;
  id?: string | undefined;
  children: (parts: FieldParts) => ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="grid min-w-0 gap-1">
      <label className="text-12 text-ink-2" htmlFor={id}>
        {label}
        {optional ? <span className="text-ink-3"> {optional}</span> : null}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hint ? (
        <span className="text-12 text-ink-3" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-12 text-fail-text" id={id}>
      <Icon className="mt-0.5 text-fail-mark" name="case" size={12} />
      {children}
    </span>
  );
}
