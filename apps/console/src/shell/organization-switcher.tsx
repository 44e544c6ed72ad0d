import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus, UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useJoinOrganization } from "../data/join-organization.ts";
import { useReadSession } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { lazy } from "../ui/lazy.ts";

const OrganizationDialog = lazy(async () => ({
  default: (await import("../people/organization-dialog.tsx")).OrganizationDialog,
}));

/** Shows the current organization, switches to another one, and creates organizations. */
export function OrganizationSwitcher() {
  const { all, current } = useOrganizations();
  const navigate = useNavigate();
  const open = (organization: string): void => void navigate({ to: "/", search: { organization } });
  const session = useReadSession();
  const join = useJoinOrganization();
  const [isCreating, setCreating] = useState(false);
  if (current === undefined) return <div className="organization" />;
  const offers = session.data?.person?.offers ?? [];
  return (
    <>
      {isCreating && (
        <Suspense>
          <OrganizationDialog
            onDone={({ id }) => {
              setCreating(false);
              open(id);
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
      <ErrorMessage error={join.error} />
      <Menu.Root>
        <Menu.Trigger className="organization" title={current.title}>
          <span className="organization-mark" aria-hidden>
            {current.title.slice(0, 1)}
          </span>
          <span className="clip">
            <span className="visually-hidden">Organization: </span>
            {current.title}
          </span>
          <ChevronsUpDown aria-hidden size={14} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="start" className="popup-positioner">
            <Menu.Popup className="plugboard-popup plugboard-menu">
              <Menu.RadioGroup value={current.id} onValueChange={open}>
                {all.map(({ id, title, subdomain }) => (
                  <Menu.RadioItem key={id} value={id} closeOnClick className="plugboard-menu-item">
                    <span className="plugboard-option-label">
                      {title} <span className="hint">{subdomain}</span>
                    </span>
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden size={14} />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              {offers.map(({ organization, title }) => (
                <Menu.Item
                  key={organization}
                  className="plugboard-menu-item"
                  onClick={() => join.mutate(organization)}
                >
                  <UserPlus aria-hidden size={14} />
                  <span className="plugboard-option-label">
                    Join {title} <span className="hint">Its identity provider added you</span>
                  </span>
                </Menu.Item>
              ))}
              <Menu.Item className="plugboard-menu-item" onClick={() => setCreating(true)}>
                <Plus aria-hidden size={14} />
                <span className="plugboard-option-label">New organization…</span>
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}
