import "@plugboard/components-react/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./dev-page.css";
import { DevPage } from "./dev-page.tsx";

// Shows the integration that `plugboard dev` runs. The key in the URL grants access to the server.

const root = document.querySelector("#root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <DevPage />
    </StrictMode>,
  );
