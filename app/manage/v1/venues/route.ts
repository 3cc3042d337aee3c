export { GET } from "#app/house/v1/venues/route.ts";
