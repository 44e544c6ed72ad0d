import { call } from "./call.ts";

const form = document.querySelector("form");
const problem = document.querySelector("[role=alert]");

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(form));
  const signIn = async (): Promise<void> => {
    await call("POST", "/sign-in", { email, password });
    const target = new URL(new URLSearchParams(location.search).get("return") ?? "/", location.origin);
    // A link could name another site.
    location.replace(target.origin === location.origin ? target : "/");
  };
  signIn().catch((error: Error) => problem?.replaceChildren(error.message));
});
