import { randomInt } from "node:crypto";
import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";

/** What moves money, and what only looks. */
export type Class = "change" | "read";

/** How much of a class is worked on at a time, how much may wait for that, and how long waiting is no sign of a flood. */
type Room = { atOnce: number; mostWaiting: number; fewWaiting: number; targetMs: number };

/**
 * A change shares its statement with up to 31 others, two of which are under way at a time; a read needs a connection of
 * its own, and beside the reads there is one left for changes. What one key may ask for in a burst is no flood.
 */
const ROOMS: Readonly<Record<Class, Room>> = {
  change: { atOnce: 128, mostWaiting: 1_024, fewWaiting: 128, targetMs: 50 },
  read: { atOnce: 48, mostWaiting: 256, fewWaiting: 200, targetMs: 20 },
};
/** A queue out of which nobody came within its target for this long is no burst: it stands (CoDel, RFC 8289). */
const INTERVAL_MS = 100;
/** Reads stay shut out this long after changes last waited beyond their target. */
const SHUT_MS = 1_000;
/** While they are, so many are let in all the same: who looks after the program must see. */
const READS_LEFT = 2;
const FIRST_TRY_S = 1;
const LAST_TRY_S = 3;
const REPORT_EVERY_MS = 1_000;

type Waiting = { since: number; enter: () => void };
type Lane = { inside: number; waiting: Waiting[]; lastInTimeAt: number };

export type Intake = {
  /** Seconds after which to try again, when what comes now is not to be taken in; nothing of it has been read then. */
  refuse(kind: Class): number | undefined;
  /** Settles when it is its turn; `leave` must follow. */
  enter(kind: Class): Promise<void> | undefined;
  leave(kind: Class): void;
  /** Refused since the process began. */
  refused: Readonly<Record<Class, number>>;
};

/**
 * Who is let in when more comes than can be done: each class has its own queue in front of the work, and what matters is
 * how long it takes to get through. As long as a request comes through within the target now and then, a burst may wait;
 * when none has for an interval, a request beyond a short queue is refused at once, before anything of the
 * request is read: an early 503 instead of a late answer (rulebook 1.11). Reads go first, changes only when reads are shut
 * out already.
 */
export function openAdmission(
  report: (refused: Record<Class, number>) => void,
  now: () => number = () => performance.now(),
): Intake {
  const lanes: Record<Class, Lane> = { change: emptyLane(now()), read: emptyLane(now()) };
  const refused = { change: 0, read: 0 };
  const reported = { at: Number.NEGATIVE_INFINITY, change: 0, read: 0 };
  let shut: { since: number; until: number } | undefined;

  /** Reads are shut out from when changes wait too long until they have not for a while. */
  const readsShutSince = (at: number): number | undefined => {
    if (isStanding(lanes.change, ROOMS.change, at)) shut = { since: shut?.since ?? at, until: at + SHUT_MS };
    if (shut && at > shut.until) shut = undefined;
    return shut?.since;
  };
  const isTooMuch = (kind: Class, at: number): boolean => {
    const [lane, room] = [lanes[kind], ROOMS[kind]];
    const shutSince = readsShutSince(at);
    if (lane.waiting.length >= room.mostWaiting) return true;
    if (kind === "read" && shutSince !== undefined) return lane.inside + lane.waiting.length >= READS_LEFT;
    if (!isStanding(lane, room, at) || lane.waiting.length < room.fewWaiting) return false;
    return kind === "read" || (shutSince !== undefined && at - shutSince >= INTERVAL_MS);
  };
  const note = (kind: Class, at: number): void => {
    refused[kind] += 1;
    if (at - reported.at < REPORT_EVERY_MS) return;
    report({ change: refused.change - reported.change, read: refused.read - reported.read });
    Object.assign(reported, refused, { at });
  };
  return {
    refused,
    refuse(kind) {
      const at = now();
      if (!isTooMuch(kind, at)) return undefined;
      note(kind, at);
      return randomInt(FIRST_TRY_S, LAST_TRY_S + 1);
    },
    enter(kind) {
      const lane = lanes[kind];
      const since = now();
      if (lane.inside < ROOMS[kind].atOnce && lane.waiting.length === 0) {
        lane.inside += 1;
        lane.lastInTimeAt = since;
        return undefined;
      }
      return new Promise((enter) => lane.waiting.push({ since, enter }));
    },
    leave(kind) {
      const lane = lanes[kind];
      const next = lane.waiting.shift();
      if (!next) {
        lane.inside -= 1;
        return;
      }
      const at = now();
      if (at - next.since <= ROOMS[kind].targetMs) lane.lastInTimeAt = at;
      next.enter();
    },
  };
}

const emptyLane = (at: number): Lane => ({ inside: 0, waiting: [], lastInTimeAt: at });

/** No request has come through within the target for an interval, and one waits. */
const isStanding = ({ waiting, lastInTimeAt }: Lane, { targetMs }: Room, at: number): boolean =>
  waiting.length > 0 && at - lastInTimeAt > INTERVAL_MS && at - (waiting[0]?.since ?? at) > targetMs;

export const ADMISSION = slot<Intake>("admission");

/** Of this process. */
export const admissionOf = (app: App): Intake =>
  app.slots.of(ADMISSION, () => openAdmission((refused) => app.log.warn("refused for load", refused)));
