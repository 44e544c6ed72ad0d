// The delays before tries after the browser is online again, whose first requests can still fail (ms).
const delays = [300, 1000, 3000];

/**
 * Loads a part of the console. If this fails while the browser is offline, it is loaded again once the browser is online.
 */
export async function loadOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  let wasOffline = !navigator.onLine;
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      wasOffline ||= !navigator.onLine;
      const delay = delays[tries];
      if (!wasOffline || delay === undefined) throw error;
      if (!navigator.onLine)
        await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
      await new Promise((resolve) => setTimeout(resolve, delay));
      // Vite doesn't load a style sheet again while its element exists.
      for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
        if (link.sheet === null) link.remove();
    }
  }
}
