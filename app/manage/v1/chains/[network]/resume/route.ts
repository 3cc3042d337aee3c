export { POST } from "#app/house/v1/chains/[network]/resume/route.ts";
