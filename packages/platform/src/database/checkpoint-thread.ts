import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";

// A thread that copies the write-ahead log of a database to the database, and ends. It blocks neither readers nor the writer.

// Not validated with Zod, which takes longer to load than most logs take to copy.
const database = new DatabaseSync(String(workerData));
database.exec("PRAGMA wal_checkpoint(PASSIVE)");
database.close();
