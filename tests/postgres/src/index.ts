export { atNight } from "./at-night.ts";
export { findDestructive } from "./find-destructive.ts";
export { createTestDatabase } from "./create-test-database.ts";
export {
  type DistributedDatabase,
  findPostgresFeatures,
  type PostgresFeature,
  postgresFeatures,
} from "./postgres-features.ts";
export { hasPgBouncer, type PgBouncer, startPgBouncer } from "./start-pgbouncer.ts";
export { type DatabaseRole, type PostgresServer, startPostgres } from "./start-postgres.ts";
export { type ReplicatedPostgres, startReplicatedPostgres } from "./start-replicated-postgres.ts";
export { type ConnectionPool, createTransactionPooler, type PooledPool } from "./transaction-pooler.ts";
