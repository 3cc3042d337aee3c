import { parentPort } from "node:worker_threads";
import type { DeriveRequest, DeriveReport } from "./derive-apart.ts";
import { deriveAddresses } from "./derive.ts";

// The thread of `deriveApart`: it knows extended public keys only for as long as it derives from them.

parentPort?.on("message", ({ id, ask }: DeriveRequest) => {
  let report: DeriveReport;
  try {
    report = { id, derived: deriveAddresses(...ask) };
  } catch (error) {
    report = { id, fault: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(report);
});
