import type { z } from "zod";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { InputOf, OutputOf } from "./endpoint.ts";

type Leaf = string | number | boolean | bigint | null | undefined | Date | Decimal;

/** A value of the contract in which every record and list may stand as the JSON text that the database wrote. */
export type Presentable<T> = T extends Leaf
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Presentable<Item>[] | Raw<T>
    : T extends object
      ? { readonly [Field in keyof T]: Presentable<T[Field]> } | Raw<T>
      : T;

/** What a verb answers when nothing is done yet: the request that waits for a second person. */
export class Waiting<Request> {
  readonly request: Request;
  constructor(request: Request) {
    this.request = request;
  }
}

/** A page of a list whose contract answers it bare; `next` asks for the page after it, and is undefined at the end. */
export class Linked<Item, Query> {
  readonly data: readonly Item[];
  readonly next: Query | undefined;
  constructor(data: readonly Item[], next?: Query) {
    this.data = data;
    this.next = next;
  }
}

/** A file; its name's ending says what it is. */
export type FileOut = {
  fileName: string;
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  size: number;
};

/** One message of a feed; a client that reconnects with its id continues after it. */
export type FeedMessage = { id: string; event?: string; data: unknown };

/** What happens from now on, until the reader goes or the process stops. */
export type EventFeed = {
  /** Where the feed stands when it is opened. */
  ready: FeedMessage;
  /** Begins to tell; answers how to stop. */
  open(send: (messages: readonly FeedMessage[]) => void, end: () => void): () => unknown;
};

type Waits<E> = E extends { readonly waits: infer Request }
  ? [NonNullable<Request>] extends [never]
    ? never
    : Waiting<Presentable<z.output<NonNullable<Request>>>>
  : never;

type Done<T, E> = [T] extends [undefined]
  ? FileOut | EventFeed
  : T extends readonly (infer Item)[]
    ? Linked<Presentable<Item>, Partial<InputOf<E>>>
    : Presentable<T>;

/** What the verb behind an endpoint answers: the contract's answer in values, without a word of HTTP. */
export type Out<E> = Done<OutputOf<E>, E> | Waits<E>;
