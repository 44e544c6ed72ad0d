import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown } from "lucide-react";
import { useOrganizations } from "../data/organization.ts";

/** Shows the current organization and switches to another one. */
export function OrganizationSwitcher() {
  const { all, current } = useOrganizations();
  const navigate = useNavigate();
  if (current === undefined) return <div className="organization" />;
  return (
    <Menu.Root>
      <Menu.Trigger className="organization">
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
            <Menu.RadioGroup
              value={current.id}
              onValueChange={(organization: string) => void navigate({ to: "/", search: { organization } })}
            >
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
