/**
 * The page inside the block. It runs in a frame with an opaque origin, draws the arrows in the messages it
 * receives, and requests the height it needs. Author-provided text is only inserted as text, never as markup.
 */
export const framePage = `<!doctype html>
<meta charset="utf-8">
<title>Diagram</title>
<style>
  body { font: 15px system-ui, sans-serif; margin: 0; padding: 8px; color: #16202c; background: transparent; }
  p { display: flex; align-items: center; gap: 8px; margin: 6px 0; }
  b { border: 1px solid #8a94a3; border-radius: 6px; padding: 4px 10px; font-weight: 500; background: #fff; }
  i { color: #4a5563; font-style: normal; }
</style>
<main></main>
<script>
  const part = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !data || !data.state) return;
    const rows = data.state.arrows.map(({ from, to, label }) => {
      const row = document.createElement("p");
      row.append(part("b", from), part("i", label === "" ? "→" : "— " + label + " →"), part("b", to));
      return row;
    });
    document.querySelector("main").replaceChildren(...rows);
    const height = Math.max(60, document.documentElement.scrollHeight);
    parent.postMessage({ action: { action: "@webframe.resize", size: { height } } }, "*");
  });
  parent.postMessage({ action: { action: "@webframe.ready" } }, "*");
</script>
`;
