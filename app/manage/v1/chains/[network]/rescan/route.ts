export { POST } from "#app/house/v1/chains/[network]/rescan/route.ts";
