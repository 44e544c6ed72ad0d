/** The page on which people sign in. */
export const signInPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign in to Tracker</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 20rem; margin: 15vh auto; padding: 0 1rem; }
      form, label { display: grid; gap: 0.25rem; }
      form { gap: 1rem; }
      input, button { font: inherit; padding: 0.5rem; }
      [role="alert"] { color: #b3261e; }
    </style>
    <script type="module" src="/web/sign-in.js"></script>
  </head>
  <body>
    <main>
      <h1>Sign in to Tracker</h1>
      <form>
        <label>Email <input name="email" type="email" autocomplete="username" required /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        <p role="alert"></p>
        <button>Sign in</button>
      </form>
    </main>
  </body>
</html>
`;
