import type { ReactNode } from "react";
import { Glyph, type GlyphName } from "./icons.tsx";
import { MARKS, type Tone } from "./state.tsx";

export type Step = {
  tone: Tone;
  glyph: GlyphName;
  title: string;
  note?: string | undefined;
  /** Where the reader is now. */
  current?: boolean;
  end?: ReactNode;
};

/** How far something has come: what was, is and will be. */
export function Steps({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol aria-label={label} className="steps">
      {steps.map((step) => (
        <li aria-current={step.current ? "step" : undefined} key={step.title}>
          <Glyph className={`mt-0.75 ${MARKS[step.tone]}`} name={step.glyph} />
          <div className="min-w-0">
            <p className={step.current ? "font-medium" : undefined}>{step.title}</p>
            {step.note ? <p className="text-12 text-pretty whitespace-pre-line text-ink-3">{step.note}</p> : null}
          </div>
          {step.end ? <span className="text-12 leading-5 text-ink-3">{step.end}</span> : null}
        </li>
      ))}
    </ol>
  );
}
