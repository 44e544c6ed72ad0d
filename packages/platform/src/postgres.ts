export { openPostgres } from "./database/open-postgres.ts";
