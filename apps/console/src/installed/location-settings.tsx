import type { SetupProblem } from "@plugboard/api/client";
import type { ManifestConfiguration } from "@plugboard/manifest";
import { Suspense } from "react";
import { Skeleton } from "../ui/page.tsx";
import { ConfigurationForm } from "./configuration-form.tsx";
import type { SettingsLocation } from "./settings-location.ts";
import { lazy } from "../ui/lazy.ts";

// The component renderer is large, and few integrations have a settings component.
const ConfigurationComponent = lazy(async () => ({
  default: (await import("./configuration-component.tsx")).ConfigurationComponent,
}));

interface LocationSettingsProps {
  readonly title: string;
  readonly location: SettingsLocation;
  readonly configuration: ManifestConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
  /** Problems that the integration reported about the settings. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** Called when the settings are saved and accepted. A form then shows “Save and continue”. */
  readonly onContinue?: (() => void) | undefined;
}

const none: readonly SetupProblem[] = [];

/** The settings of an installation, a space installation or a site installation. */
export function LocationSettings(props: LocationSettingsProps) {
  const { title, location, configuration, values, problems = none, onContinue } = props;
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {"componentId" in configuration ? (
        <>
          {problems.map(({ path, message }) => (
            <p key={`${path} ${message}`} className="problem" role="alert">
              {message}
            </p>
          ))}
          <Suspense fallback={<Skeleton />}>
            <ConfigurationComponent
              location={location}
              componentId={configuration.componentId}
              onSaved={onContinue}
            />
          </Suspense>
        </>
      ) : (
        <ConfigurationForm
          location={location}
          configuration={configuration}
          values={values}
          reported={problems}
          onContinue={onContinue}
        />
      )}
    </section>
  );
}
