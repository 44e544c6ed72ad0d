export { createTestDatabase } from "./create-test-database.ts";
export { type PostgresServer, startPostgres } from "./start-postgres.ts";
export { type ConnectionPool, createTransactionPooler, type PooledPool } from "./transaction-pooler.ts";
