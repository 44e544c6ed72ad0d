export { nextTick } from "./schedules/next-tick.ts";
