export { GET, POST } from "#app/house/v1/wallets/route.ts";
