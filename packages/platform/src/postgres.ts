export { openPostgresStorage, type PostgresStorageOptions } from "./database/open-postgres-storage.ts";
