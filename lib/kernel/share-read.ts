import { forSeveral } from "./waited-for.ts";

/** Answers what `read` tells; `key` names what is read. */
export type ShareRead = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Serves all calls with the same key at once by one read. A call joins a read only before it begins, so no caller gets
 * what was true before its call; without other callers it is a plain read.
 */
export function sharing(): ShareRead {
  const running = new Map<string, { ended: Promise<void>; next: Promise<unknown> | undefined }>();

  return function share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const current = running.get(key);
    if (current) {
      current.next ??= current.ended.then(() => share(key, read));
      return current.next as Promise<T>;
    }
    const begun = forSeveral(read);
    const end = () => void running.delete(key);
    running.set(key, { ended: begun.then(end, end), next: undefined });
    return begun;
  };
}
