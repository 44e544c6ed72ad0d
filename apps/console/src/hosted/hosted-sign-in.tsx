import { useEffect, useState } from "react";
import type { HostedProduct } from "@plugboard/console/product";
import { readHostedProduct } from "./read-hosted-product.ts";

interface HostedSignInProps {
  readonly product: HostedProduct;
  /** Whether there was a session. The console then stays open, so that unsaved input is kept. */
  readonly expired: boolean;
  readonly isSignedIn: () => Promise<boolean>;
  readonly onSignedIn: () => void;
}

/** Returns the page that leads to the product's own sign-in page. */
export async function readHostedSignIn(url: string, isSignedIn: () => Promise<boolean>) {
  const product = await readHostedProduct(url);
  return (props: Pick<HostedSignInProps, "expired" | "onSignedIn">) => (
    <HostedSignIn {...props} product={product} isSignedIn={isSignedIn} />
  );
}

/** Leads to the product's own sign-in page. */
function HostedSignIn({ product: { signInUrl }, expired, isSignedIn, onSignedIn }: HostedSignInProps) {
  const [url] = useState(() => {
    const address = new URL(signInUrl, location.href);
    address.searchParams.set("return", location.pathname + location.search);
    return address.href;
  });
  useEffect(() => {
    if (!expired) location.replace(url);
  }, [expired, url]);
  useEffect(() => {
    const check = (): void => void isSignedIn().then((signedIn) => signedIn && onSignedIn());
    // The user comes back from the tab with the sign-in page.
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, [isSignedIn, onSignedIn]);
  if (!expired) return null;
  return (
    <main className="page">
      <h1>Your session has expired</h1>
      <p>
        <a href={url} target="_blank" rel="noreferrer">
          Sign in in a new tab
        </a>
        , then come back. Unsaved input is kept.
      </p>
    </main>
  );
}
