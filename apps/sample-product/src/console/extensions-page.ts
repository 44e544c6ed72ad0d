/** The tracker's own page with parts of the console. */
export const extensionsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Extensions · Tracker</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem; }
    </style>
    <script type="module" src="/web/extensions.js"></script>
  </head>
  <body>
    <main></main>
  </body>
</html>
`;
