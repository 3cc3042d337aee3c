import { expect, test } from "vitest";
import { frameReader } from "./event-frames.ts";

const DATA = '{"type":"payment.created","objectId":"a","sequence":1}';

test("a frame that comes in pieces is read once it is whole", () => {
  const read = frameReader();
  expect(read("id: 7.1\nda")).toEqual([]);
  expect(read(`ta: ${DATA}\n`)).toEqual([]);
  expect(read("\n")).toEqual([
    { id: "7.1", ready: false, event: { type: "payment.created", objectId: "a", sequence: 1 } },
  ]);
});

test("ready opens the stream and comments say nothing", () => {
  const read = frameReader();
  expect(read("retry: 1000\nid: 6.9\nevent: ready\ndata: {}\n\n: alive\n\n")).toEqual([
    { id: "6.9", ready: true, event: undefined },
    { id: undefined, ready: false, event: undefined },
  ]);
});
