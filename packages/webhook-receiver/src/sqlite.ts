export { createSqliteDedupeStore, type SqliteDatabase } from "./dedupe/sqlite-dedupe-store.ts";
