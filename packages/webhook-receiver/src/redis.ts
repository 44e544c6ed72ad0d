export { createRedisDedupeStore, type SendRedisCommand } from "./dedupe/redis-dedupe-store.ts";
