import type { IntegrationResource } from "@plugboard/api/client";

/** An integration's icon, or the first letter of its title. */
export function IntegrationIcon({ integration }: { readonly integration: IntegrationResource }) {
  const { title, urls } = integration;
  if (urls.icon !== undefined) return <img className="integration-icon" src={urls.icon} alt="" />;
  return (
    <span className="integration-icon" aria-hidden>
      {title.slice(0, 1)}
    </span>
  );
}
