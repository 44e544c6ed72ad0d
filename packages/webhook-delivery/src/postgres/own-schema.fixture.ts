import { Pool } from "pg";

/**
 * Creates a schema and a role that owns it, has no access to others, and has an empty search path, so
 * PostgreSQL rejects statements that leave the schema. Returns the role's connection string.
 */
export async function createOwnSchema(connectionString: string, schema: string): Promise<string> {
  const url = new URL(connectionString);
  const role = `${url.pathname.slice(1)}_${schema}`;
  const pool = new Pool({ connectionString });
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'own'`);
  await pool.query(`ALTER ROLE ${role} SET search_path = ''`);
  await pool.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
  await pool.end();
  url.username = role;
  url.password = "own";
  return url.href;
}
