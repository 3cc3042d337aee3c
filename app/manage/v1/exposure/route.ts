export { GET } from "#app/house/v1/exposure/route.ts";
