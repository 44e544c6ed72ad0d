import { Dialog } from "@base-ui/react/dialog";
import { listInstallations, listIntegrations } from "@plugboard/api/routes";
import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { LogOut, Plug, SearchCode, Store } from "lucide-react";
import { Suspense, useState } from "react";
import { useReadAllOnce } from "../data/queries.ts";
import { useProduct } from "../product/console-product.ts";
import { chooseTheme } from "../ui/theme.ts";
import { leave, themes } from "./account-menu.tsx";
import { PaletteItem } from "./palette-item.tsx";
import { useSections } from "./sections.ts";

interface CommandPaletteProps {
  readonly onClose: () => void;
}

/** Searches pages and actions, and opens pasted IDs. */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const { SearchResults } = useProduct();
  const sections = useSections();
  const [typed, setTyped] = useState("");
  const { navigate } = useRouter();
  const installations = useReadAllOnce(listInstallations);
  const integrations = useReadAllOnce(listIntegrations);
  const titles = new Map(integrations.data?.map(({ name, title }) => [name, title]));
  const run = (action: () => unknown) => () => {
    onClose();
    action();
  };
  const named = findById(typed.trim());
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="plugboard-backdrop" />
        <Dialog.Popup className="palette" aria-label="Search">
          <Command label="Search" loop>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder="Search pages and actions, or paste an ID"
            />
            <Command.List>
              <Command.Empty>No results.</Command.Empty>
              {named !== undefined && (
                <PaletteItem
                  icon={SearchCode}
                  title={`${named.what} ${typed.trim()}`}
                  onSelect={run(() => navigate({ to: named.to, search: named.search }))}
                />
              )}
              <Command.Group heading="Go to">
                {sections.flat().map(({ to, title, icon }) => (
                  <PaletteItem key={to} icon={icon} title={title} onSelect={run(() => navigate({ to }))} />
                ))}
              </Command.Group>
              <Command.Group heading="Installed">
                {installations.data?.map(({ id, integration }) => (
                  <PaletteItem
                    key={id}
                    icon={Plug}
                    title={titles.get(integration) ?? integration}
                    id={id}
                    onSelect={run(() =>
                      navigate({ to: "/installed/$installationId", params: { installationId: id } }),
                    )}
                  />
                ))}
              </Command.Group>
              <Command.Group heading="Marketplace">
                {integrations.data?.map(({ name, title }) => (
                  <PaletteItem
                    key={name}
                    icon={Store}
                    title={`Integration ${title}`}
                    id={name}
                    onSelect={run(() =>
                      navigate({ to: "/marketplace/$integration", params: { integration: name } }),
                    )}
                  />
                ))}
              </Command.Group>
              {SearchResults !== undefined && (
                <Suspense>
                  <SearchResults onClose={onClose} />
                </Suspense>
              )}
              <Command.Group heading="Actions">
                {themes.map(({ choice, title, icon }) => (
                  <PaletteItem
                    key={choice}
                    icon={icon}
                    title={`Theme: ${title}`}
                    onSelect={run(() => chooseTheme(choice))}
                  />
                ))}
                <PaletteItem icon={LogOut} title="Sign out" onSelect={run(() => void leave())} />
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns the page that shows the resource with this ID. */
function findById(id: string) {
  if (id.startsWith("evt_")) return { what: "Event", to: "/events", search: { event: id } } as const;
  if (id.startsWith("dlv_"))
    return { what: "Delivery", to: "/deliveries", search: { delivery: id } } as const;
  if (id.startsWith("whe_")) return { what: "Endpoint", to: "/endpoints", search: { endpoint: id } } as const;
  return undefined;
}
