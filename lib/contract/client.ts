import { type Json, JsonFault, parseJson } from "#lib/kernel/json.ts";
import { ApiFault, faultOf } from "./api-fault.ts";
import { type Call, operationOf } from "./call.ts";
import { decodeBy, type Plan, ShapeFault } from "./decode-answer.ts";
import type { Endpoint, GivenOf, Method, ReplyOf } from "./endpoint.ts";
import { bodyOf, targetOf } from "./written.ts";

/** One request as a call makes it; the sender adds the destination and the credentials. */
export type SentCall = {
  method: Method;
  /** Path and query. */
  target: string;
  accept: string;
  /** JSON text; undefined: none. */
  body: string | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
};

/** Sends a request. It throws an {@link ApiFault} of status 0 when no answer came, and what the signal says when aborted. */
export type Send = (sent: SentCall) => Promise<Response>;

export type Options = { signal?: AbortSignal | undefined };
/** `idempotencyKey`: one key for one intention; keep it over retries of the same press of a button. */
export type MutateOptions = Options & { idempotencyKey?: string | undefined };

/** Sends calls, typed by their contracts. All refuse with {@link ApiFault}. */
export type Client = {
  /** Reads; answers what the contract says, decoded. */
  query<E extends Endpoint>(call: Call<E>, given: GivenOf<E>, options?: Options): Promise<ReplyOf<E>>;
  /** Changes something; answers what the contract says, decoded. */
  mutate<E extends Endpoint>(call: Call<E>, given: GivenOf<E>, options?: MutateOptions): Promise<ReplyOf<E>>;
  /** Reads an answer that is a file: a contract's `media`, or its list as CSV. */
  file<E extends Endpoint>(call: Call<E>, given: GivenOf<E>, options?: Options): Promise<Blob>;
};

const JSON_TYPE = "application/json";

/** The client of an API that `send` reaches. */
export function contractClient(send: Send): Client {
  const ask = async <E extends Endpoint>(call: Call<E>, given: GivenOf<E>, options: MutateOptions = {}) => {
    const response = await send(requestOf(call, given, JSON_TYPE, options));
    return await answerOf(call, response);
  };
  return {
    query: ask,
    mutate: ask,
    async file(call, given, options = {}) {
      if (call.file === undefined) throw new TypeError(`${operationOf(call)} answers no file`);
      const response = await send(requestOf(call, given, call.file, options));
      if (!response.ok) throw await refusalOf(response);
      return await response.blob();
    },
  };
}

function requestOf<E extends Endpoint>(
  call: Call<E>,
  given: GivenOf<E>,
  accept: string,
  options: MutateOptions,
): SentCall {
  return {
    method: call.method,
    target: targetOf(call, given),
    accept,
    body: bodyOf(call, given),
    idempotencyKey: options.idempotencyKey,
    signal: options.signal,
  };
}

async function answerOf<E extends Endpoint>(call: Call<E>, response: Response): Promise<ReplyOf<E>> {
  if (!response.ok) throw await refusalOf(response);
  const text = await response.text();
  try {
    return readReply(call, text, response.status);
  } catch (error) {
    throw unreadable(response, error);
  }
}

/** What a success says, decoded. It throws what {@link decodeBy} throws. */
export function readReply<E extends Endpoint>(call: Call<E>, text: string, status?: number): ReplyOf<E> {
  const { answer, waits } = call;
  if (status !== ACCEPTED || !waits) return readBy(answer, text);
  try {
    return readBy(waits, text);
  } catch (error) {
    // What waits may have been made already.
    if (error instanceof ShapeFault) return readBy(answer, text);
    throw error;
  }
}

/** The contract that has no answer is answered by nothing. */
const readBy = <Reply>(plan: Plan | undefined, text: string): Reply =>
  (plan === undefined ? undefined : decodeBy(plan, text)) as Reply;

const ACCEPTED = 202;

async function refusalOf(response: Response): Promise<ApiFault> {
  const body = await response.text();
  try {
    const json: Json = body === "" ? null : parseJson(body);
    return faultOf(response.status, json, requestIdOf(response));
  } catch (error) {
    return unreadable(response, error);
  }
}

function unreadable(response: Response, error: unknown): ApiFault {
  const id = requestIdOf(response);
  if (error instanceof JsonFault)
    return new ApiFault(response.status, "UNREADABLE", "The server sent something that is not JSON.", id);
  if (error instanceof ShapeFault)
    return new ApiFault(response.status, "UNREADABLE", `The server's answer has another form: ${error.message}.`, id);
  throw error;
}

const requestIdOf = (response: Response): string | undefined => response.headers.get("x-request-id") ?? undefined;
