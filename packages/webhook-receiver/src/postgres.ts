export { createPostgresDedupeStore, type PostgresClient } from "./dedupe/postgres-dedupe-store.ts";
