import { BOOKS } from "./books.ts";
import { OFFICE } from "./office.ts";
import { PAYMENTS } from "./payments.ts";
import type { Task } from "./world.ts";

/** What a newcomer at the desk is asked to do. */
export const TASKS: readonly Task[] = [...PAYMENTS, ...BOOKS, ...OFFICE];
