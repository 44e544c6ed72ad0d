/** The look of a site; it follows the visitor's light or dark preference. */
export const siteStyles: string = `
:root { color-scheme: light dark; --text: light-dark(#1d2330, #e6e9ef); --soft: light-dark(#5b6472, #9aa4b2);
  --line: light-dark(#e3e6ec, #2b313c); --page: light-dark(#ffffff, #14171d); --accent: light-dark(#3454d1, #8ea6ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.65 system-ui, sans-serif; }
header { padding: 1rem 2rem; border-bottom: 1px solid var(--line); font-weight: 650; }
header a { color: inherit; text-decoration: none; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 44rem); gap: 3rem; padding: 2rem; }
nav ul { list-style: none; margin: 0; padding: 0; } nav ul ul { padding-left: 1rem; }
nav a { display: block; padding: .35rem .75rem; border-radius: .5rem; color: var(--soft); text-decoration: none; }
nav a[aria-current] { color: var(--accent); background: color-mix(in srgb, var(--accent) 12%, transparent); font-weight: 600; }
article { overflow-wrap: anywhere; } article h1 { margin-top: 0; line-height: 1.25; }
article a { color: var(--accent); }
pre, code { background: color-mix(in srgb, var(--text) 7%, transparent); border-radius: .35rem; }
code { padding: .1rem .3rem; } pre { padding: 1rem; overflow: auto; } pre code { padding: 0; background: none; }
form, .thanks { margin-top: 3rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; } legend { font-weight: 600; margin-bottom: .5rem; }
.ratings { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; } .ratings label { white-space: nowrap; }
textarea { display: block; width: 100%; margin: .35rem 0 1rem; padding: .6rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; color: var(--page); background: var(--accent); border: 0;
  border-radius: .5rem; cursor: pointer; }
.consent { position: fixed; inset: auto 1rem 1rem; margin: 0 auto; max-width: 44rem; display: flex; flex-wrap: wrap; gap: .75rem 1.5rem;
  align-items: center; justify-content: space-between; background: var(--page); box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18); }
.consent p { margin: 0; flex: 1 1 18rem; } .consent .choices { display: flex; gap: .5rem; }
button.quiet { color: var(--text); background: transparent; border: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 48rem) { .columns { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; padding: 1rem; } header { padding: 1rem; } }
`;
