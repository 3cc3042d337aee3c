/** Set for a process that the launcher has started ahead of its turn. */
export const AHEAD = "STARTED_AHEAD";
/** What such a process says when it waits. */
export const LOADED = "loaded";

/**
 * Where a process stands that has loaded what it is made of, and changed nothing yet. One that was started ahead of its
 * turn tells the launcher so and waits for it; any other goes on at once.
 */
export async function turn(): Promise<void> {
  const isAhead = process.env[AHEAD] !== undefined;
  // What this process starts in turn begins at once.
  delete process.env[AHEAD];
  if (!isAhead || !process.channel) return;
  const begun = new Promise<void>((done) => process.once("message", () => done()));
  // The channel alone holds no process of the launcher's.
  process.channel.ref();
  process.send?.(LOADED);
  await begun;
  process.channel.unref();
}
