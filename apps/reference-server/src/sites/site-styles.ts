/** The stylesheet of sites. Follows the visitor's light or dark preference unless the site sets a theme. */
export const siteStyles: string = `
:root { color-scheme: light dark; --text: light-dark(#1d2330, #e6e9ef); --soft: light-dark(#5b6472, #9aa4b2);
  --line: light-dark(#e3e6ec, #2b313c); --page: light-dark(#ffffff, #14171d); --accent: light-dark(#3454d1, #8ea6ff);
  --control: light-dark(#7a8494, #6f7a8a); }
:root[data-theme="light"] { color-scheme: light; } :root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.65 var(--plugboard-font, system-ui, sans-serif); }
a { color: var(--accent); }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .75rem 2rem; border-bottom: 1px solid var(--line); }
header .title { display: flex; align-items: center; gap: .6rem; color: inherit; font-weight: 650; text-decoration: none; }
header .title img { display: block; max-width: 12rem; }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; } header nav a { color: var(--soft); }
header .sections { order: 1; flex: 1 0 100%; gap: .25rem; margin-block-end: -.75rem; }
header .sections a { padding: .35rem .75rem; border-bottom: 2px solid transparent; text-decoration: none; } header .sections a:hover { color: var(--text); }
header .sections a[aria-current] { color: var(--text); border-color: var(--accent); font-weight: 600; }
.menu .variants ul { display: flex; flex-wrap: wrap; gap: .25rem; margin-block-end: 1rem; padding-block-end: 1rem; border-bottom: 1px solid var(--line); }
.scope { display: flex; gap: 1rem; } .scope a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
header search { margin-inline-start: auto; } header search form { display: flex; gap: .5rem; }
header .preview { flex-basis: 100%; margin: 0; padding: .35rem .75rem; border: 1px dashed var(--control); border-radius: .5rem; color: var(--soft); }
.skip { position: absolute; inset-inline-start: -100vw; } .skip:focus { inset-inline-start: 1rem; background: var(--page); padding: .5rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.to-pages { display: none; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 44rem) minmax(0, 13rem); gap: 3rem; padding: 2rem; }
.columns.wide { grid-template-columns: 14rem minmax(0, 1fr); }
.columns > main { grid-area: 1 / 2; outline: none; } .columns > .menu { grid-area: 1 / 1; } .columns > .contents { grid-area: 1 / 3; }
.menu ul, .contents ul { list-style: none; margin: 0; padding: 0; } .menu ul ul { padding-left: 1rem; }
.menu h2, .contents h2 { margin: 1.5rem 0 .35rem; padding-inline: .75rem; font-size: .8rem; color: var(--soft); }
.menu a { display: block; padding: .35rem .75rem; border-radius: .5rem; color: var(--soft); text-decoration: none; }
.menu a[aria-current] { color: var(--text); background: color-mix(in srgb, var(--accent) 14%, transparent); font-weight: 600; }
.contents nav { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; font-size: .875rem; }
.contents h2 { margin-top: 0; } .contents a { display: block; padding: .2rem .75rem; color: var(--soft); text-decoration: none; }
.contents .level-3 { padding-left: 1rem; } .menu a:hover, .contents a:hover { text-decoration: underline; }
main { overflow-wrap: anywhere; } main h1 { margin-top: 0; line-height: 1.25; }
article img { max-width: 100%; }
pre, code { background: color-mix(in srgb, var(--text) 7%, transparent); border-radius: .35rem; }
code { padding: .1rem .3rem; } pre { padding: 1rem; overflow: auto; direction: ltr; text-align: start; } pre code { padding: 0; background: none; overflow-wrap: normal; }
.scroll { overflow: auto; } table { border-collapse: collapse; } th, td { padding: .4rem .75rem; border: 1px solid var(--line); text-align: start; }
.task { list-style: none; margin-inline-start: -1.2em; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.hint { --hint: light-dark(#1d4aa8, #9fbcff); padding: .5rem 1rem; color: inherit; border-inline-start-color: var(--hint);
  background: color-mix(in srgb, var(--hint) 7%, transparent); border-radius: .35rem; }
.hint > :first-child { margin-top: 0; } .hint > :last-child { margin-bottom: 0; } .hint-title { font-weight: 600; color: var(--hint); }
.hint > .hint-title, .hint > .hint-title + * { margin-block: .25rem; }
.hint-tip { --hint: light-dark(#0b5c23, #8fdca5); } .hint-important { --hint: light-dark(#8a1f6d, #f49ad8); }
.hint-warning { --hint: light-dark(#7d3f00, #f2b880); } .hint-caution { --hint: light-dark(#a3161b, #ff9d9a); }
.embed { display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; text-decoration: none; }
.embed strong { color: var(--text); } .embed:hover { border-color: var(--accent); }
[data-diagram] { margin: 1rem 0; } [data-diagram] img { display: block; height: auto; margin: 0 auto; }
math { font-size: 1.2rem; margin-block: 1rem; }
details { margin-block: 1rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; } summary { font-weight: 600; cursor: pointer; }
.tabs { display: flex; flex-wrap: wrap; margin-block: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
.tabs > details { display: contents; } .tabs > details > summary { order: 0; padding: .5rem 1rem; list-style: none; color: var(--soft); }
.tabs > details > summary::-webkit-details-marker { display: none; }
.tabs > details[open] > summary { color: var(--text); box-shadow: inset 0 -2px var(--accent); }
.tabs > details::details-content { order: 1; flex: 1 1 100%; min-width: 0; padding: 0 1rem; border-top: 1px solid var(--line); }
@supports not selector(::details-content) { .tabs { display: block; border: 0; } .tabs > details { display: block; margin-block: 0; } }
.hljs-comment, .hljs-quote, .hljs-meta { color: light-dark(#56606e, #a7b0bd); }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-type, .hljs-name { color: light-dark(#8a1f6d, #f49ad8); }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-symbol { color: light-dark(#0b5c23, #8fdca5); }
.hljs-number, .hljs-built_in, .hljs-deletion, .hljs-variable, .hljs-template-variable { color: light-dark(#7d3f00, #f2b880); }
.hljs-title, .hljs-attr, .hljs-attribute, .hljs-section, .hljs-property { color: light-dark(#1d4aa8, #9fbcff); }
.neighbors { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 3rem; }
.neighbors a { flex: 1 1 12rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; text-decoration: none; }
.neighbors span { display: block; font-size: .8rem; color: var(--soft); } .neighbors .next { text-align: end; }
.results { padding-left: 1.25rem; } .results p { margin: .2rem 0 1.25rem; color: var(--soft); }
mark { color: inherit; background: color-mix(in srgb, var(--accent) 18%, transparent); }
.feedback { margin-top: 2rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
.thanks p { margin: 0; } .thanks p + p { margin-top: .35rem; color: var(--soft); }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; } legend { font-weight: 600; margin-bottom: .5rem; }
.ratings { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; } .ratings label { white-space: nowrap; }
textarea, input[type="search"] { padding: .5rem .6rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--control); border-radius: .5rem; }
textarea { display: block; width: 100%; margin: .35rem 0 1rem; } input[type="search"] { width: 12rem; min-width: 0; }
::placeholder { color: var(--soft); opacity: 1; }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; color: var(--page); background: var(--accent); border: 0;
  border-radius: .5rem; cursor: pointer; }
button.quiet { color: var(--text); background: transparent; border: 1px solid var(--control); }
.consent { position: fixed; inset: auto 1rem 1rem; margin: 0 auto; max-width: 44rem; padding: 1.25rem; border: 1px solid var(--line);
  border-radius: .75rem; background: var(--page); box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18); }
.consent form { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between; }
body:has(.consent) { padding-bottom: 12rem; }
.consent p { margin: 0; flex: 1 1 18rem; } .consent .choices { display: flex; gap: .5rem; }
footer { padding: 1.5rem 2rem; border-top: 1px solid var(--line); color: var(--soft); } footer p { margin: 0 0 .5rem; }
footer nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.error { max-width: 40rem; margin: 15vh auto 0; padding: 0 1.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 75rem) { .columns { grid-template-columns: 14rem minmax(0, 1fr); } .contents { display: none; } }
@media (max-width: 48rem) { .columns, .columns.wide { display: flex; flex-direction: column; gap: 2rem; padding: 1rem; } header { padding: .75rem 1rem; }
  .to-pages { display: block; } header search { flex: 1 1 100%; } input[type="search"] { flex: 1; } .menu { border-top: 1px solid var(--line); padding-top: 1rem; } }
`;
