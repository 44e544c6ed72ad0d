import { Menu } from "@base-ui/react/menu";
import { signOut } from "@plugboard/api/routes";
import { Check, CircleUser, LogOut, Monitor, Moon, Sun, UserCog } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { consoleQueries } from "../data/console-queries.ts";
import { api } from "../data/platform-api.ts";
import { setSession } from "../data/session.ts";
import { useSignedIn } from "../people/use-person.ts";
import { useProduct } from "../product/console-product.ts";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "../ui/theme.ts";

/** The themes to choose from, with their icons. */
export const themes = [
  { choice: "light", title: "Light", icon: Sun },
  { choice: "dark", title: "Dark", icon: Moon },
  { choice: "system", title: "System", icon: Monitor },
] as const;

/** Signs out of this browser. */
export async function leave(): Promise<void> {
  await api.call(signOut);
  setSession("signedOut");
  consoleQueries.clear();
}

/** The signed-in user's menu: theme and sign-out. */
export function AccountMenu() {
  const choice = useThemeChoice();
  const navigate = useNavigate();
  const { person } = useSignedIn();
  const { signInUrl } = useProduct();
  return (
    <Menu.Root>
      <Menu.Trigger className="account">
        <CircleUser aria-hidden size={16} />
        <span className="clip" title={person?.name}>
          {person?.name ?? "Account"}
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} side="top" align="start" className="popup-positioner">
          <Menu.Popup className="plugboard-popup plugboard-menu">
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">Theme</Menu.GroupLabel>
              <Menu.RadioGroup value={choice} onValueChange={(value: ThemeChoice) => chooseTheme(value)}>
                {themes.map(({ choice: value, title, icon: Icon }) => (
                  <Menu.RadioItem key={value} value={value} className="plugboard-menu-item">
                    <Icon aria-hidden size={15} />
                    <span className="plugboard-option-label">{title}</span>
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden size={14} />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Separator className="menu-separator" />
            {signInUrl === undefined && (
              <Menu.Item className="plugboard-menu-item" onClick={() => void navigate({ to: "/account" })}>
                <UserCog aria-hidden size={15} />
                Account settings
              </Menu.Item>
            )}
            <Menu.Item className="plugboard-menu-item" onClick={() => void leave()}>
              <LogOut aria-hidden size={15} />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
