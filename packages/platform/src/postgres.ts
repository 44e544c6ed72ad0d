export { deliverySchemaOf } from "./database/delivery-schema.ts";
export { openPostgresStorage, type PostgresStorageOptions } from "./database/open-postgres-storage.ts";
