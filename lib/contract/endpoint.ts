import type { z } from "zod";
import type { Meaning } from "./meanings.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Access } from "./permissions.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

type Fields = z.ZodObject | undefined;
type Schema = z.ZodType | undefined;

type ParamsOf<Path extends string> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

type Facts<
  Path extends string,
  Body extends Fields,
  Query extends Fields,
  Answer extends Schema,
  Waits extends Schema,
> = {
  method: Method;
  /** Static segments and `[name]` ones, as the route's folder is called. */
  path: Path;
  /** What the path's names mean. */
  params?: Readonly<Record<string, Meaning>> & { [Name in keyof ParamsOf<Path>]: Meaning };
  /** What the caller must be allowed, and by that whose it is: the house's, an account's, the person's own, anybody's. */
  scope: Access;
  /** The path of the first edition, answered for one release more. */
  former?: string;
  /** A path of the first edition that answers in words of its own, for one release more. */
  deprecated?: true;
  /** One line for the reference. */
  summary: string;
  description?: string;
  /** Changes something: cross-site rule and idempotency apply. Absent: everything but GET. */
  mutation?: boolean;
  body?: Body;
  query?: Query;
  /** The body's fields are also taken from the query; both and different is refused. */
  bodyAlsoAsQuery?: boolean;
  /** Largest body in bytes, where more than 64 KiB is taken: one that says its length. */
  mostBytes?: number;
  /** The body's names are open; the verb judges each. Absent: unknown fields are refused. */
  openBody?: boolean;
  /** Also answers `Accept: text/csv`: the page's records in these columns. */
  csv?: readonly string[];
  /** Asks people who have a second factor to have proven it lately, beside what their permission asks of itself. */
  freshProof?: boolean;
  /** One's own, yet more than one's sign-in: a session without the second factor of its person does not reach it. */
  needsFactor?: boolean;
  /** It takes and answers what its scope alone does not allow: the request log, which is read by scopes, keeps neither. */
  beyondScope?: boolean;
  /** What a success answers: the browser decodes by it, outside production every answer is held against it. A bare list names its next page in the header Link. */
  answer?: Answer;
  /** What a 202 answers: nothing is done yet, it waits for a second person. */
  waits?: Waits;
  /** Whether what was made waits for a second person: then it is answered by a 202 as well, as the record that it is. */
  waiting?(made: z.output<NonNullable<Answer>>): boolean;
  /** Where what was made can be read. */
  location?(made: z.output<NonNullable<Answer>>): string;
  /** Content types of a success that is not JSON, or not only. */
  media?: readonly string[];
  /** Codes of the operation's own checks, beside those that any operation may answer with. */
  refuses?: readonly ErrorCode[];
};

/** One operation of the API: feeds the route, the reference, the browser's client and its forms. Safe in the browser. */
export type Endpoint<
  Path extends string = string,
  Body extends Fields = Fields,
  Query extends Fields = Fields,
  Answer extends Schema = Schema,
  Waits extends Schema = Schema,
> = Readonly<
  Omit<Facts<Path, Body, Query, Answer, Waits>, "mutation" | "body" | "query" | "answer" | "waits"> & {
    mutation: boolean;
    body: Body;
    query: Query;
    answer: Answer;
    waits: Waits;
  }
>;

type FieldsOf<Schema extends Fields> = Schema extends z.ZodObject ? z.output<Schema> : unknown;

/** What a verb behind an endpoint receives: path parameters, query and body in one object; `lastId` is where a feed's reader stopped. */
export type InputOf<E> =
  E extends Endpoint<infer Path, infer Body, infer Query>
    ? ParamsOf<Path> & FieldsOf<Query> & FieldsOf<Body> & { lastId?: string | undefined }
    : never;

/** What a success of an endpoint answers; undefined where it answers no JSON. */
export type OutputOf<E> = E extends { answer: infer Answer extends z.ZodType } ? z.output<Answer> : undefined;

/** What a caller may be answered: the success, or that it waits for a second person. */
export type ReplyOf<E> = E extends { waits: infer Waits extends z.ZodType }
  ? OutputOf<E> | z.output<Waits>
  : OutputOf<E>;

/** A field as a caller gives it: times are epoch milliseconds, lists may be read-only. */
type Given<T> = T extends Date
  ? number
  : T extends Decimal
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Given<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Given<T[Name]> }
        : T;

/** What a caller gives an endpoint: path parameters, query and body in one object. */
export type GivenOf<E> =
  E extends Endpoint<infer Path, infer Body, infer Query>
    ? unknown extends ParamsOf<Path> & FieldsOf<Query> & FieldsOf<Body>
      ? Readonly<Record<string, never>>
      : Given<ParamsOf<Path> & FieldsOf<Query> & FieldsOf<Body>>
    : never;

/** Declares an operation. Unknown fields are refused whatever the schemas say. */
export function endpoint<
  const Path extends string,
  Body extends Fields = undefined,
  Query extends Fields = undefined,
  Answer extends Schema = undefined,
  Waits extends Schema = undefined,
>(facts: Facts<Path, Body, Query, Answer, Waits>): Endpoint<Path, Body, Query, Answer, Waits> {
  return {
    ...facts,
    mutation: facts.mutation ?? facts.method !== "GET",
    body: (facts.openBody ? facts.body : facts.body?.strict()) as Body,
    query: facts.query?.strict() as Query,
    answer: facts.answer as Answer,
    waits: facts.waits as Waits,
  };
}
