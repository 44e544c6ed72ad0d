import { expect, it } from "vitest";
import { type Change, createChangeFeed } from "./change-feed.ts";

it("notifies watchers of changes immediately, and listens only while there are watchers", async () => {
  const listeners = new Set<() => void>();
  const feed = createChangeFeed(Date.now, (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  feed.note({});
  expect(listeners.size).toBe(0);
  const ending = new AbortController();
  const watch = (after?: string): AsyncGenerator<Change, void> =>
    feed.watch({ after, signal: ending.signal });
  const [fresh, behind] = [watch(), watch("of-another-process-7")];
  expect((await behind.next()).value?.id).toBe(feed.latest().id);

  const next = fresh.next();
  expect(listeners.size).toBe(1);
  for (const report of listeners) report();
  feed.note({});
  feed.note({});
  expect((await next).value?.id).toBe(feed.latest().id);

  const last = [fresh.next(), behind.next()];
  feed.note({});
  await Promise.all(last);
  const ended = [fresh.next(), behind.next()];
  ending.abort();
  expect((await Promise.all(ended)).map(({ done }) => done)).toEqual([true, true]);
});

it("names the resources that changed in a watcher's organizations since its last notice", async () => {
  const feed = createChangeFeed(Date.now, () => () => {});
  const ending = new AbortController();
  const watch = feed.watch({ after: undefined, signal: ending.signal, organizations: ["org_1"] });
  const notice = watch.next();
  feed.note({ organizations: ["org_2"], resources: ["content"] });
  feed.note({ organizations: ["org_1"], resources: ["endpoints"] });
  feed.note({ organizations: ["org_1"], resources: ["endpoints", "deliveries"] });
  expect((await notice).value?.resources).toEqual(["endpoints", "deliveries"]);
  feed.note({ organizations: ["org_1"] });
  expect((await watch.next()).value?.resources).toBeUndefined();
  ending.abort();
});
