import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { OrganizationDialog } from "../people/organization-dialog.tsx";
import { useSignedIn } from "../people/use-person.ts";
import { useProduct } from "../product/console-product.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Page } from "../ui/page.tsx";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "../ui/theme.ts";
import { SecondFactorSwitch } from "./second-factor-switch.tsx";
import { ServerSettings } from "./server-settings.tsx";

const themes: readonly (readonly [ThemeChoice, string])[] = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "System"],
];

/**
 * The organization, the appearance of the console in this browser and, for the platform administrator, the
 * server.
 */
export function SettingsPage(): ReactNode {
  const { current } = useOrganizations();
  const { isAdministrator, isManager, role } = useSignedIn();
  const { signInUrl } = useProduct();
  const [isRenaming, setRenaming] = useState(false);
  const choice = useThemeChoice();
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <Page title="Settings">
      {current !== undefined && (
        <section className="panel" aria-label="Organization">
          <header className="panel-header">
            <h2>Organization</h2>
            {isManager && (
              <span className="end">
                <Button onClick={() => setRenaming(true)}>Rename…</Button>
              </span>
            )}
          </header>
          <dl className="facts">
            <dt>Name</dt>
            <dd>{current.title}</dd>
            <dt>ID</dt>
            <dd>
              <Copyable text={current.id} label="Copy organization ID" />
            </dd>
            <dt>Subdomain</dt>
            <dd>{current.subdomain}</dd>
          </dl>
        </section>
      )}
      {current !== undefined && role === "owner" && signInUrl === undefined && (
        <SecondFactorSwitch organization={current} />
      )}
      <section className="panel" aria-label="Appearance">
        <h2>Appearance</h2>
        <dl className="facts">
          <dt id="theme-label">Theme</dt>
          <dd>
            <div role="radiogroup" aria-labelledby="theme-label" className="segments">
              {themes.map(([value, title]) => (
                <label key={value}>
                  <input
                    type="radio"
                    name="theme"
                    checked={choice === value}
                    onChange={() => chooseTheme(value)}
                  />
                  {title}
                </label>
              ))}
            </div>
          </dd>
          <dt>Language and time zone</dt>
          <dd>
            {locale}, {timeZone} <span className="hint">set by your browser</span>
          </dd>
        </dl>
      </section>
      {isAdministrator && <ServerSettings />}
      {isRenaming && current !== undefined && (
        <OrganizationDialog
          organization={current}
          onDone={() => setRenaming(false)}
          onClose={() => setRenaming(false)}
        />
      )}
    </Page>
  );
}
