export { openSqlite } from "./database/open-sqlite.ts";
