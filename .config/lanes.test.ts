import { afterEach, describe, expect, it, vi } from "vitest";
import { type Outcome, runInLanes, type Unit } from "./lanes.ts";

const GOOD: Outcome = { passed: 1, failed: 0, skipped: 0, output: "" };

/** Units that end when they are told to, and what runs at any time. */
function stage() {
  const running = new Map<string, (outcome: Outcome | Error) => void>();
  const begun: string[] = [];
  const unit = (name: string, more: Partial<Unit> = {}): Unit => ({
    name,
    mostly: "computes",
    seconds: 1,
    run: () =>
      new Promise((done, fail) => {
        begun.push(name);
        running.set(name, (outcome) => (outcome instanceof Error ? fail(outcome) : done(outcome)));
      }),
    ...more,
  });
  const end = async (name: string, outcome: Outcome | Error = GOOD): Promise<void> => {
    const ends = running.get(name);
    if (!ends) throw new Error(`${name} does not run`);
    running.delete(name);
    ends(outcome);
    await settled();
  };
  return { unit, end, begun, running: () => [...running.keys()].sort() };
}

const settled = () => new Promise((wake) => setImmediate(wake));

describe("units in lanes", () => {
  it("as many compute at once as there are lanes, the longest first", async () => {
    const { unit, end, begun, running } = stage();
    const all = runInLanes([unit("a"), unit("b", { seconds: 9 }), unit("c", { seconds: 5 })], 2);
    await settled();
    expect(running()).toEqual(["b", "c"]);
    await end("c");
    expect(running()).toEqual(["a", "b"]);
    await end("a");
    await end("b");
    expect((await all).map(({ unit: { name } }) => name)).toEqual(["c", "a", "b"]);
    expect(begun).toEqual(["b", "c", "a"]);
  });

  it("one that waits runs beside those that compute, and gets their lanes when nothing is left to compute", async () => {
    const { unit, end, running } = stage();
    const waits = { mostly: "waits" } as const;
    const all = runInLanes([unit("a"), unit("b"), unit("w1", waits), unit("w2", waits), unit("w3", waits)], 2);
    await settled();
    expect(running()).toEqual(["a", "b", "w1"]);
    await end("a");
    expect(running()).toEqual(["b", "w1", "w2"]);
    for (const name of ["b", "w1", "w2", "w3"]) await end(name);
    expect(await all).toHaveLength(5);
  });

  it("one that needs another begins after it, and the lane does something else meanwhile", async () => {
    const { unit, end, running } = stage();
    const pages = unit("pages", { seconds: 1 });
    const all = runInLanes([unit("desk", { seconds: 90, after: "pages" }), pages, unit("rules", { seconds: 2 })], 1);
    await settled();
    expect(running()).toEqual(["rules"]);
    await end("rules");
    await end("pages");
    expect(running()).toEqual(["desk"]);
    await end("desk");
    expect(await all).toHaveLength(3);
  });

  it("a lane that has only units left whose need still runs waits for it", async () => {
    const { unit, end, running } = stage();
    const all = runInLanes([unit("pages"), unit("desk", { after: "pages" })], 2);
    await settled();
    expect(running()).toEqual(["pages"]);
    await end("pages");
    await end("desk");
    expect(await all).toHaveLength(2);
  });

  it("what another needed has failed: it counts as failed, unrun", async () => {
    const { unit, end, begun } = stage();
    const all = runInLanes([unit("pages"), unit("desk", { after: "pages" })], 1);
    await settled();
    await end("pages", { ...GOOD, passed: 0, failed: 1 });
    const [, desk] = await all;
    expect(desk?.outcome).toMatchObject({ passed: 0, failed: 1, output: "It was not run, as pages failed." });
    expect(begun).toEqual(["pages"]);
  });

  it("one that throws is one failure, and the others go on", async () => {
    const { unit, end } = stage();
    const all = runInLanes([unit("a"), unit("b")], 1);
    await settled();
    await end("a", new Error("no such program"));
    await end("b");
    expect((await all).map(({ outcome }) => outcome.failed)).toEqual([1, 0]);
    expect((await all)[0]?.outcome.output).toContain("no such program");
  });

  it("a need that nobody runs holds up nothing", async () => {
    const { unit, end } = stage();
    const all = runInLanes([unit("desk", { after: "pages" })], 1);
    await settled();
    await end("desk");
    expect(await all).toHaveLength(1);
  });
});

describe("a second try", () => {
  const bad = (...names: string[]): Outcome => ({
    passed: 3,
    failed: names.length,
    skipped: 0,
    output: "",
    failures: names.map((name) => ({ file: `${name}.test.ts`, name })),
  });
  /** Units that fail as told, one outcome a try, and what was tried again with which files. */
  const failing = (tries: Record<string, Outcome[]>, over?: AbortSignal) => {
    const again: string[] = [];
    const unit = (name: string): Unit => ({
      name,
      mostly: "computes",
      seconds: 1,
      run: async () => tries[name]?.shift() ?? GOOD,
      only: (files) => {
        again.push(`${name}: ${files.join(", ")}`);
        return unit(name);
      },
    });
    const told: string[] = [];
    const all = runInLanes(Object.keys(tries).map(unit), 2, ({ unit: { name } }) => told.push(name), over);
    return { again, told, all };
  };

  it("is had by the files that failed, alone, after all else: what passes then is good and named", async () => {
    const { all, again, told } = failing({ a: [bad("one", "two"), GOOD], b: [GOOD] });
    const [first] = (await all).filter(({ unit: { name } }) => name === "a");
    expect(first?.outcome).toMatchObject({ passed: 5, failed: 0, secondTry: ["one.test.ts one", "two.test.ts two"] });
    expect(again).toEqual(["a: one.test.ts, two.test.ts"]);
    expect(told).toEqual(["a", "b", "a, once more"]);
  });

  it("leaves failed what fails twice, and what fails then alone", async () => {
    const outcomeOf = async (second: Outcome) => (await failing({ a: [bad("one", "two"), second] }).all)[0]?.outcome;
    expect(await outcomeOf(bad("two"))).toMatchObject({ passed: 4, failed: 1, secondTry: ["one.test.ts one"] });
    expect(await outcomeOf(bad("two", "one"))).toMatchObject({ passed: 3, failed: 2, secondTry: [] });
    expect(await outcomeOf(bad("three"))).toMatchObject({ passed: 4, failed: 1 });
    expect(await outcomeOf({ ...GOOD, failed: 1 })).toMatchObject({ passed: 3, failed: 2, secondTry: [] });
  });

  it("is not had where no test is named, where many units failed, or when the run is over", async () => {
    const unnamed = failing({ a: [{ ...GOOD, failed: 1 }, GOOD] });
    expect((await unnamed.all)[0]?.outcome.failed).toBe(1);
    const many = failing(Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, [bad(name), GOOD]])));
    expect((await many.all).map(({ outcome }) => outcome.failed)).toEqual([1, 1, 1, 1, 1]);
    const over = new AbortController();
    const late = failing({ a: [bad("one"), GOOD] }, over.signal);
    over.abort();
    expect((await late.all)[0]?.outcome.failed).toBeGreaterThan(0);
    expect([...unnamed.again, ...many.again]).toEqual([]);
  });
});

describe("a unit that does not end", () => {
  const MINUTE = 60_000;
  afterEach(() => void vi.useRealTimers());

  /** One that ends when it is told to, as a process does, or not even then. */
  const endless = (name: string, seconds: number, heeds = true): Unit => ({
    name,
    mostly: "computes",
    seconds,
    run: (stop) =>
      new Promise((done) => {
        if (heeds) stop.addEventListener("abort", () => done({ ...GOOD, output: `${name} was at its third test` }));
      }),
  });

  it("is stopped after twenty minutes, or four times what it should take, has failed, and the next begins", async () => {
    vi.useFakeTimers();
    const ended: [string, number][] = [];
    const from = Date.now();
    const all = runInLanes([endless("short", 30), endless("long", 600), endless("last", 1)], 1, ({ unit }) =>
      ended.push([unit.name, (Date.now() - from) / MINUTE]),
    );
    await vi.advanceTimersByTimeAsync(90 * MINUTE);
    expect(ended).toEqual([
      ["long", 40],
      ["short", 60],
      ["last", 80],
    ]);
    const [first] = await all;
    expect(first?.outcome).toMatchObject({
      failed: 1,
      output: expect.stringMatching(/third test\n.*after 40 minutes/),
    });
  });

  it("is given up when it does not even stop", async () => {
    vi.useFakeTimers();
    const all = runInLanes([endless("deaf", 1, false)], 1);
    await vi.advanceTimersByTimeAsync(21 * MINUTE);
    expect((await all)[0]?.outcome).toMatchObject({ failed: 1, output: expect.stringContaining("did not even stop") });
  });

  it("is stopped when the run is over, and what has not begun by then has failed too", async () => {
    vi.useFakeTimers();
    const over = new AbortController();
    const all = runInLanes([endless("running", 9), endless("waiting", 1)], 1, undefined, over.signal);
    await vi.advanceTimersByTimeAsync(MINUTE);
    over.abort();
    await vi.advanceTimersByTimeAsync(MINUTE);
    const outputs = (await all).map(({ outcome }) => [outcome.failed, outcome.output]);
    expect(outputs).toEqual([
      [1, expect.stringMatching(/third test\n.*whole run was over/)],
      [1, expect.stringContaining("not run")],
    ]);
  });
});
