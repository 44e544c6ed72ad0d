import { Dialog } from "@base-ui/react/dialog";
import { listInstallations, listIntegrations, listPages, listSpaces } from "@plugboard/api/routes";
import type { SpaceResource } from "@plugboard/api/client";
import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FileText, LogOut, type LucideIcon, Plug, SearchCode, Store } from "lucide-react";
import { useState } from "react";
import { useReadAllOnce } from "../data/queries.ts";
import { chooseTheme } from "../ui/theme.ts";
import { leave, themes } from "./account-menu.tsx";
import { sectionGroups } from "./sections.ts";

interface CommandPaletteProps {
  readonly onClose: () => void;
}

/** Searches pages and actions, and opens pasted IDs. */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState("");
  const { navigate } = useRouter();
  const installations = useReadAllOnce(listInstallations);
  const integrations = useReadAllOnce(listIntegrations);
  const spaces = useReadAllOnce(listSpaces);
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
                <Item
                  icon={SearchCode}
                  title={`${named.what} ${typed.trim()}`}
                  onSelect={run(() => navigate({ to: named.to, search: named.search }))}
                />
              )}
              <Command.Group heading="Go to">
                {sectionGroups.flat().map(({ to, title, icon }) => (
                  <Item key={to} icon={icon} title={title} onSelect={run(() => navigate({ to }))} />
                ))}
              </Command.Group>
              <Command.Group heading="Installed">
                {installations.data?.map(({ id, integration }) => (
                  <Item
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
                  <Item
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
              {spaces.data?.map((space) => (
                <PageItems key={space.id} space={space} onClose={onClose} />
              ))}
              <Command.Group heading="Actions">
                {themes.map(({ choice, title, icon }) => (
                  <Item
                    key={choice}
                    icon={icon}
                    title={`Theme: ${title}`}
                    onSelect={run(() => chooseTheme(choice))}
                  />
                ))}
                <Item icon={LogOut} title="Sign out" onSelect={run(() => void leave())} />
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PageItems({ space, onClose }: CommandPaletteProps & { readonly space: SpaceResource }) {
  const { navigate } = useRouter();
  const pages = useReadAllOnce(listPages, { params: { spaceId: space.id } });
  return (
    <Command.Group heading={space.title}>
      {pages.data?.map(({ id, title }) => (
        <Item
          key={id}
          icon={FileText}
          title={title}
          id={id}
          onSelect={() => {
            onClose();
            void navigate({
              to: "/content/spaces/$spaceId/pages/$pageId",
              params: { spaceId: space.id, pageId: id },
            });
          }}
        />
      ))}
    </Command.Group>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly id?: string | undefined;
  readonly onSelect: () => void;
}

function Item({ icon: Icon, title, id, onSelect }: ItemProps) {
  return (
    <Command.Item value={`${title} ${id ?? ""}`} onSelect={onSelect}>
      <Icon aria-hidden size={15} />
      <span className="clip">{title}</span>
      {id !== undefined && <code className="hint clip">{id}</code>}
    </Command.Item>
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
