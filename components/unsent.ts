let forms = 0;

/** Whether a form of the page holds what was typed and not sent. */
export const isUnsent = (): boolean => forms > 0;

/** A form holds something; answers how it says that it does no more. */
export function holdUnsent(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}
