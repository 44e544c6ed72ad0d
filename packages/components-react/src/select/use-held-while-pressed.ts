import { useEffect, useState } from "react";

/**
 * Returns the value, or while the pointer is down its value at the start of the press, so that a click lands on
 * the element that was pressed.
 */
export function useHeldWhilePressed<Value>(value: Value): readonly [Value, onPointerDown: () => void] {
  const [held, setHeld] = useState<{ readonly value: Value }>();
  const isPressed = held !== undefined;
  useEffect(() => {
    if (!isPressed) return undefined;
    const release = (): void => setHeld(undefined);
    // A press ends with its click, after the handlers of the elements, or with a scroll by touch.
    window.addEventListener("click", release);
    window.addEventListener("pointercancel", release);
    return () => {
      window.removeEventListener("click", release);
      window.removeEventListener("pointercancel", release);
    };
  }, [isPressed]);
  return [held === undefined ? value : held.value, () => setHeld({ value })];
}
