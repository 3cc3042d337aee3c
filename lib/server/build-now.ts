import { ensureBuild } from "./build.ts";

process.stdout.write((await ensureBuild()) ? "Built.\n" : "The build is current.\n");
