import { expect, test } from "vitest";
import { type Intake, type Class, openAdmission } from "./admission.ts";

/** An admission whose clock is moved by hand, and what it has reported. */
function gate() {
  let at = 0;
  const reported: Record<Class, number>[] = [];
  const admission = openAdmission(
    (refused) => void reported.push(refused),
    () => at,
  );
  const pass = (ms: number) => {
    at += ms;
  };
  return { admission, reported, pass };
}

/** So many come in; answers how many were refused. */
function come(admission: Intake, kind: Class, count: number): number {
  let refused = 0;
  for (let each = 0; each < count; each += 1) {
    if (admission.refuse(kind) === undefined) void admission.enter(kind);
    else refused += 1;
  }
  return refused;
}

function done(admission: Intake, kind: Class, count: number): void {
  for (let each = 0; each < count; each += 1) admission.leave(kind);
}

test("a burst waits and is refused nothing; beyond what can wait all is refused", () => {
  const { admission } = gate();
  expect(come(admission, "change", 128 + 1_024)).toBe(0);
  expect(come(admission, "change", 3)).toBe(3);
  expect(come(admission, "read", 48 + 256)).toBe(0);
  expect(come(admission, "read", 3)).toBe(3);
});

test("changes that wait too long shut out reads at once, all but two, and are refused themselves only after them", () => {
  const { admission, pass } = gate();
  come(admission, "change", 128 + 200);
  pass(101);
  expect(come(admission, "read", 5)).toBe(3);
  expect(come(admission, "change", 5)).toBe(0);
  pass(101);
  expect(come(admission, "change", 5)).toBe(5);
});

test("who comes through in time says that the queue moves", () => {
  const { admission, pass } = gate();
  come(admission, "change", 128 + 130);
  pass(40);
  done(admission, "change", 1);
  pass(99);
  expect(come(admission, "read", 1)).toBe(0);
  expect(come(admission, "change", 1)).toBe(0);
});

test("after the flood all goes as before", () => {
  const { admission, pass } = gate();
  come(admission, "change", 128 + 200);
  pass(101);
  come(admission, "read", 1);
  pass(101);
  expect(come(admission, "change", 1)).toBe(1);
  done(admission, "change", 128 + 200);
  expect(come(admission, "change", 1)).toBe(0);
  expect(come(admission, "read", 3)).toBe(2);
  pass(1_001);
  expect(come(admission, "read", 3)).toBe(0);
});

test("a queue of reads that stands refuses reads beyond one key's burst, and no changes", () => {
  const { admission, pass } = gate();
  come(admission, "read", 48 + 199);
  pass(101);
  expect(come(admission, "read", 1)).toBe(0);
  expect(come(admission, "read", 2)).toBe(2);
  expect(come(admission, "change", 2)).toBe(0);
});

test("each waits for its own turn, in the order they came", async () => {
  const { admission } = gate();
  come(admission, "read", 48);
  const order: number[] = [];
  const waiting = [0, 1].map(async (nth) => {
    await admission.enter("read");
    order.push(nth);
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  done(admission, "read", 2);
  await Promise.all(waiting);
  expect(order).toEqual([0, 1]);
});

test("refusals ask for another try after one to three seconds, are counted, and told once a second", () => {
  const { admission, reported, pass } = gate();
  come(admission, "read", 48 + 256);
  const seconds = new Set(Array.from({ length: 200 }, () => admission.refuse("read")));
  expect([...seconds].sort()).toEqual([1, 2, 3]);
  expect(admission.refused).toEqual({ change: 0, read: 200 });
  expect(reported).toEqual([{ change: 0, read: 1 }]);
  pass(1_000);
  admission.refuse("read");
  expect(reported).toEqual([
    { change: 0, read: 1 },
    { change: 0, read: 200 },
  ]);
});
