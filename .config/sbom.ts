import { productionBom } from "./bom.ts";

process.stdout.write(`${JSON.stringify(productionBom(), null, 2)}\n`);
