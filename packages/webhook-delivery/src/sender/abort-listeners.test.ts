import { expect, test } from "vitest";
import { createAbortListeners } from "./abort-listeners.ts";

test("an abort reaches every listener of its signal that was not deleted, and no other", () => {
  const listeners = createAbortListeners();
  const controller = new AbortController();
  const other = new AbortController();
  const called: string[] = [];
  const leaving = (): void => void called.push("leaving");
  listeners.add(controller.signal, () => called.push("first"));
  listeners.add(controller.signal, leaving);
  listeners.add(controller.signal, () => called.push("last"));
  listeners.add(other.signal, () => called.push("other"));
  listeners.delete(controller.signal, leaving);
  controller.abort();
  expect(called).toEqual(["first", "last"]);
});

test("a listener may delete itself and others while the abort is told", () => {
  const listeners = createAbortListeners();
  const controller = new AbortController();
  const called: string[] = [];
  const second = (): void => void called.push("second");
  const first = (): void => {
    called.push("first");
    listeners.delete(controller.signal, first);
    listeners.delete(controller.signal, second);
  };
  listeners.add(controller.signal, first);
  listeners.add(controller.signal, second);
  controller.abort();
  expect(called).toEqual(["first"]);
});
