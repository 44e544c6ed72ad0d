/** Makes a listener that neither throws nor rejects: whoever calls it goes on as if it had been heard. */
export function shieldListener<Told>(listener: (told: Told) => unknown): (told: Told) => void {
  // Async, because a listener may be so too: what it throws and what it rejects with end the same way.
  const listen = async (told: Told): Promise<unknown> => listener(told);
  return (told) => {
    listen(told).catch(() => {});
  };
}
