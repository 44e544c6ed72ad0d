export { type PostgresServer, startPostgres } from "./start-postgres.ts";
export { type ConnectionPool, createTransactionPooler } from "./transaction-pooler.ts";
