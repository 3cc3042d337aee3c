export { POST } from "#app/house/v1/wallets/[walletId]/activate/route.ts";
