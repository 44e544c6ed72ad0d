import type { Pool } from "pg";
import type { PostgresPool } from "./postgres-pool.ts";

/**
 * Returns a pool of a database that only supports SERIALIZABLE, such as CockroachDB with READ COMMITTED
 * turned off: conflicts are rolled back with the code 40001. SERIALIZABLE must be the database's default.
 *
 * @param onUndone called on every rollback
 */
export function serializingPool(pool: Pool, onUndone: () => void = () => {}): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        async query(query, values) {
          const weak = " ISOLATION LEVEL READ COMMITTED";
          try {
            return await client.query(typeof query === "string" ? query.replace(weak, "") : query, values);
          } catch (error) {
            if (error instanceof Error && "code" in error && error.code === "40001") onUndone();
            throw error;
          }
        },
        release: (destroy) => client.release(destroy),
        on: client.on.bind(client),
        off: client.off.bind(client),
      };
    },
  };
}
