import { listSites } from "@plugboard/api/routes";
import { ErrorMessage } from "../parts/error-message.tsx";
import { useReadOnce } from "../queries.ts";

/** The published sites as their visitors see them. */
export function SitePage() {
  const sites = useReadOnce(listSites);
  return (
    <>
      <h1>Site</h1>
      <ErrorMessage error={sites.error} />
      {sites.data?.items.map((site) => (
        <section key={site.id} className="panel">
          <h2>{site.title}</h2>
          <p>
            <a href={site.urls.published} target="_blank" rel="noreferrer">
              {site.urls.published}
            </a>
          </p>
          <iframe
            className="site"
            title={site.title}
            src={site.urls.published}
            sandbox="allow-forms allow-same-origin"
          />
        </section>
      ))}
    </>
  );
}
