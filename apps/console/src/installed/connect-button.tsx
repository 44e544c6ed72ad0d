import type { ConnectTicket } from "@plugboard/api/client";
import type { ManifestProperty } from "@plugboard/manifest";
import { useQueryClient } from "@tanstack/react-query";
import { useChange } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { createTicket, type SettingsLocation } from "./settings-location.ts";
import { Button } from "../ui/button.tsx";

interface ConnectButtonProps {
  readonly location: SettingsLocation;
  readonly name: string;
  readonly property: Extract<ManifestProperty, { type: "button" }>;
  readonly connected: boolean;
}

const popupName = "plugboard-connect";

/** Opens the integration's callback in a popup and reads the configuration again when it closes. */
export function ConnectButton({ location, name, property, connected }: ConnectButtonProps) {
  const client = useQueryClient();
  const connect = useChange(async (popup: Window | null) => {
    if (popup === null)
      throw new Error("Your browser blocked the popup. Allow popups for this site and try again.");
    try {
      postTicket(await createTicket(location, name));
    } catch (error) {
      popup.close();
      throw error;
    }
    const watch = window.setInterval(() => {
      if (!popup.closed) return;
      window.clearInterval(watch);
      void client.invalidateQueries();
    }, 400);
  });
  // Browsers only allow popups during a click, so the popup opens before the ticket arrives.
  const openPopup = (): Window | null => window.open("", popupName, "popup,width=560,height=720");
  return (
    <div className="setting">
      <strong>{property.title}</strong>
      <p className="hint">{property.description}</p>
      <p className="row">
        <Button busy={connect.isPending} onClick={() => connect.mutate(openPopup())}>
          {property.button_text}
        </Button>
        {connected && (
          <span className="badge" data-tone="good">
            connected
          </span>
        )}
      </p>
      <ErrorMessage error={connect.error} />
    </div>
  );
}

/**
 * Posts the ticket to the callback in the popup. A POST keeps it out of URLs and proves that this page sent
 * it.
 */
function postTicket({ url, ticket }: ConnectTicket): void {
  const form = document.createElement("form");
  const field = document.createElement("input");
  Object.assign(form, { method: "post", action: url, target: popupName });
  Object.assign(field, { type: "hidden", name: "ticket", value: ticket });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
