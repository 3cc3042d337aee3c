import { ensureChromium } from "./browser.ts";
import { ensureElectrum } from "./electrum.ts";
import { ensureSchemas } from "./iso20022.ts";
import { utxoBinary } from "./litecoin.ts";

/** Installs what the tests need beside npm's packages, where we may; what is still missing fails the tests that need it. */
export function ensureTools(): void {
  ensureChromium();
  utxoBinary();
  ensureSchemas();
  ensureElectrum();
}
