export { openSqliteStorage, type SqliteStorageOptions } from "./database/open-sqlite-storage.ts";
