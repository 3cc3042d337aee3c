import type { App } from "#lib/kernel/app.ts";
import { slot } from "#lib/kernel/slots.ts";

/** Since when each task of this process fails, by the process's own clock, which nobody sets. */
const FAILING = slot<Map<string, number>>("failing tasks");
const failingOf = (app: App): Map<string, number> => app.slots.of(FAILING, () => new Map());

/** How a task has ended: one that fails counts from the first failure that no success came after. */
export function noteTask(app: App, task: string, failed: boolean): void {
  const failing = failingOf(app);
  if (!failed) failing.delete(task);
  else if (!failing.has(task)) failing.set(task, performance.now());
}

/** For how many milliseconds each task fails by now. */
export function failingTasks(app: App): Record<string, number> {
  const now = performance.now();
  return Object.fromEntries([...failingOf(app)].map(([task, since]) => [task, Math.round(now - since)]));
}
