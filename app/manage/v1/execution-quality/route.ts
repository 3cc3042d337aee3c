export { GET } from "#app/house/v1/execution-quality/route.ts";
