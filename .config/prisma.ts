import { resolve } from "node:path";
import { defineConfig } from "prisma/config";

const root = resolve(import.meta.dirname, "..");

/**
 * Where Prisma's command line finds schema and migrations. The address matters only to
 * `prisma migrate status` run by hand: the program applies migrations by prisma/migrate.ts.
 */
export default defineConfig({
  schema: resolve(root, "prisma/schema"),
  migrations: { path: resolve(root, "prisma/migrations") },
  datasource: {
    url: process.env["DATABASE_OWNER_URL"] ?? process.env["DATABASE_URL"] ?? "postgresql://localhost/desk",
  },
});
