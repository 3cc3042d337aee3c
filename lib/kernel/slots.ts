declare const VALUE: unique symbol;

/** Where a process keeps one value of type `T`: known by its name, since a module may live in a process more than once. */
export type Slot<T> = { readonly name: string; readonly [VALUE]?: (value: T) => T };

/** Declares a slot; its name is its identity. */
export const slot = <T>(name: string): Slot<T> => ({ name });

/** The caches, counters and running work of one process. */
export class Slots {
  private readonly values = new Map<string, unknown>();

  get<T>({ name }: Slot<T>): T | undefined {
    return this.values.get(name) as T | undefined;
  }

  /** What is kept there; the first call makes it. */
  of<T>(key: Slot<T>, make: () => T): T {
    if (!this.values.has(key.name)) this.values.set(key.name, make());
    return this.values.get(key.name) as T;
  }

  set<T>({ name }: Slot<T>, value: T): void {
    this.values.set(name, value);
  }

  has({ name }: { readonly name: string }): boolean {
    return this.values.has(name);
  }

  delete({ name }: { readonly name: string }): void {
    this.values.delete(name);
  }
}
