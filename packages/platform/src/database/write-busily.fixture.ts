import { DatabaseSync } from "node:sqlite";
import { createBusyLogs } from "./checkpoint-busy-logs.ts";

// A process that writes numbered notes to the database in its first argument until it is killed, and prints the number of each commit.

const file = process.argv[2] ?? "";
const database = new DatabaseSync(file);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
database.exec("CREATE TABLE IF NOT EXISTS notes (number INTEGER PRIMARY KEY, text TEXT)");
const logs = createBusyLogs(new Map([[file, database]]));
const insert = database.prepare("INSERT INTO notes (text) VALUES (?)");
const values = Array.from({ length: 20 }, () => "");
for (;;) {
  const { lastInsertRowid } = insert.run("x".repeat(8 * 1024));
  logs.note(values);
  if (!process.stdout.write(`${lastInsertRowid}\n`))
    await new Promise((resolve) => process.stdout.once("drain", resolve));
}
