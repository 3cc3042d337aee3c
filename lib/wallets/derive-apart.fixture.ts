import type { App } from "#lib/kernel/app.ts";
import { deriveApart } from "./derive-apart.ts";
import { DERIVE } from "./pool.ts";

// A process that derives one address apart, prints it, and has nothing more to do.

const app = { slots: new Map() } as unknown as App;
deriveApart(app);
const busy = setInterval(() => undefined, 1_000);
const [first] = (await app.slots.get(DERIVE)?.("BTC_P2WPKH", process.argv[2] ?? "", 0, 1)) ?? [];
clearInterval(busy);
process.stdout.write(first?.address ?? "");
