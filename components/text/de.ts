import { de as exports } from "./exports.de.ts";
import type { Text, Translation } from "./text.ts";

/** The German words of the desk; what is not said here is said in English. */
export const de: Translation<Text> = { exports };
