import type { Pool } from "pg";
import type { PostgresPool } from "./postgres-pool.ts";

/**
 * The pool of a database that knows no other isolation than SERIALIZABLE, as CockroachDB with READ COMMITTED switched off: what
 * conflicts is undone with the code 40001. The database must have it as its default.
 *
 * @param onUndone called whenever that happens
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
