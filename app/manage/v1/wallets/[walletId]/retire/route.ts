export { POST } from "#app/house/v1/wallets/[walletId]/retire/route.ts";
