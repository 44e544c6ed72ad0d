import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import * as z from "zod";

// A thread that copies the write-ahead log of a database to the database, and ends. It blocks neither readers nor the writer.

const database = new DatabaseSync(z.string().parse(workerData));
database.exec("PRAGMA wal_checkpoint(PASSIVE)");
database.close();
