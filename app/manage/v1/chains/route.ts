export { GET } from "#app/house/v1/chains/route.ts";
