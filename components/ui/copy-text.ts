/** Whether a text was copied; `beside`: what was pressed for it. */
export async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser refused, or there is no clipboard: the desk is reached by plain http.
    return copySelected(text, beside);
  }
}

/** By a selection, which needs a field: within the same dialog, since all outside of one takes no focus. */
function copySelected(text: string, beside: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr-only";
  (beside.closest("dialog") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  beside.focus({ preventScroll: true });
  return done;
}
