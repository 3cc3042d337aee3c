import { afterEach } from "vitest";
import { complaintsOfAll, failOn } from "./neighbour.ts";

/** Of every test on a database: it has done nothing to the neighbour, and told nobody of it. */
afterEach(async () => failOn(await complaintsOfAll()));
