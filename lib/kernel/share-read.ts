/** Answers what `read` tells; `key` names what is read. */
export type ShareRead = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Lets all who ask for the same thing at once have it by one read. A read is joined only before it begins, so nobody
 * gets what was true before they asked; with nobody else asking, it is a plain read.
 */
export function sharing(): ShareRead {
  const running = new Map<string, { ended: Promise<void>; next: Promise<unknown> | undefined }>();

  return function share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const current = running.get(key);
    if (current) {
      current.next ??= current.ended.then(() => share(key, read));
      return current.next as Promise<T>;
    }
    const begun = read();
    const end = () => void running.delete(key);
    running.set(key, { ended: begun.then(end, end), next: undefined });
    return begun;
  };
}
