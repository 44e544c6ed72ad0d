import { ApiError } from "@plugboard/api/client";
import { contentLimits } from "@plugboard/content/limits";
import type { SiteResource, SiteSection, SiteSections, SpaceResource } from "@plugboard/content/types";
import { getSiteSections, listSpaces, updateSiteSections } from "@plugboard/content/routes";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll, useReadOnce } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Form } from "../../ui/form.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { isShownAtFields, problemAt, TextField } from "../../ui/text-field.tsx";
import { listSectionChanges } from "./list-section-changes.ts";
import { createRandomId } from "../common/random-id.ts";
import { SpaceField, type VariantDraft, variantProblems, VariantsFields } from "./site-variants-fields.tsx";

type WithVariants<Section> = Omit<Section, "variants"> & { readonly variants: readonly VariantDraft[] };

interface SectionDraft extends WithVariants<SiteSection> {
  /** Keeps the element of a section that moves. */
  readonly key: string;
}

interface Draft {
  readonly home: WithVariants<SiteSections["home"]>;
  readonly sections: readonly SectionDraft[];
}

function toDraft({ home, sections }: SiteSections): Draft {
  const withKeys = <Section extends Pick<SiteSection, "variants">>({
    variants = [],
    ...section
  }: Section) => ({
    ...section,
    variants: variants.map((variant) => ({ ...variant, key: createRandomId() })),
  });
  return {
    home: withKeys(home),
    sections: sections.map((section) => ({ ...withKeys(section), key: createRandomId() })),
  };
}

function toInputs(variants: readonly VariantDraft[]) {
  return variants.map(({ key: _key, hiddenPageId: _page, ...variant }) => variant);
}

interface SiteSectionsProps {
  readonly site: SiteResource;
}

/** Lists the sections of a site, and adds, orders, renames and removes them. */
export function SiteSectionsPanel({ site }: SiteSectionsProps): ReactNode {
  const sections = useReadOnce(getSiteSections, { params: { siteId: site.id } });
  const spaces = useReadAll(listSpaces);
  return (
    <section className="panel" aria-labelledby="site-sections">
      <h2 id="site-sections">Sections</h2>
      <p className="hint">
        Show more spaces on this site: as tabs below paths of their own, or as versions and languages of a
        tab.
      </p>
      <ErrorMessage
        error={sections.error ?? spaces.error}
        onRetry={() => void Promise.all([sections.refetch(), spaces.refetch()])}
      />
      {sections.data !== undefined && spaces.data !== undefined && (
        <SectionsForm site={site} saved={sections.data} spaces={spaces.data} />
      )}
    </section>
  );
}

interface SectionsFormProps extends SiteSectionsProps {
  readonly saved: SiteSections;
  readonly spaces: readonly SpaceResource[];
}

function SectionsForm({ site, saved, spaces }: SectionsFormProps) {
  const { isEditor } = useSignedIn();
  const [draft, setDraft] = useState(() => toDraft(saved));
  const [published, setPublished] = useState(draft);
  /** The saved sections that the draft started from. */
  const [base, setBase] = useState(saved);
  /** Sections that someone else saved since. */
  const [theirs, setTheirs] = useState<SiteSections>();
  const { home, sections } = draft;
  const params = { siteId: site.id };
  const load = (current: SiteSections): void => {
    const next = toDraft(current);
    // The draft can have changed while it was saved.
    setDraft((now) => (now === draft ? next : now));
    setPublished(next);
    setBase(current);
    setTheirs(undefined);
  };
  const save = useChange(
    async () => {
      const body = {
        home: { ...home, variants: toInputs(home.variants) },
        sections: sections.map(({ key: _key, hiddenPageId: _page, variants, ...section }) => ({
          ...section,
          variants: toInputs(variants),
        })),
      };
      // After a conflict, the person has seen the changes that are replaced.
      const ifMatch = (theirs ?? base).version;
      try {
        load(await api.call(updateSiteSections, { params, body, ifMatch }));
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "precondition_failed") throw error;
        setTheirs(await api.call(getSiteSections, { params }));
        return false;
      }
    },
    (isSaved) => {
      if (isSaved) showToast({ title: `Saved the sections of ${site.title}` });
    },
  );
  const set = (change: Partial<Draft>): void => {
    save.reset();
    setDraft({ ...draft, ...change });
  };
  const variants = [home, ...sections].flatMap((section) => section.variants);
  const shown = new Set([site.spaceId, ...[...sections, ...variants].map(({ spaceId }) => spaceId)]);
  const own = spaces.filter(
    ({ organization, trashedAt }) => organization === site.organization && trashedAt === undefined,
  );
  const free = own.filter(({ id }) => !shown.has(id));
  const [next] = free;
  const move = (event: MouseEvent<HTMLButtonElement>, from: number, to: number): void => {
    const moved = sections[from];
    if (moved === undefined || to < 0 || to >= sections.length) return;
    flushSync(() => set({ sections: sections.toSpliced(from, 1).toSpliced(to, 0, moved) }));
    // An element that moves loses the focus.
    event.currentTarget.focus();
  };
  const fields = sections.flatMap((section, index) => [
    ...["path", "title", "spaceId"].map((field) => `sections.${index}.${field}`),
    ...variantProblems(`sections.${index}`, section.variants),
  ]);
  const homeFields = ["home.title", ...variantProblems("home", home.variants)];
  const siteSpace = spaces.find(({ id }) => id === site.spaceId)?.title ?? "the site’s own space";
  return (
    <Form className="entry-form" onSubmit={() => save.mutate(undefined)}>
      {sections.length > 0 && (
        <TextField
          label="Title of the first tab"
          hint={`Shows ${siteSpace}.`}
          problem={problemAt(save.error, "home.title")}
          value={home.title}
          onChange={(title) => set({ home: { ...home, title } })}
          required
        />
      )}
      <VariantsFields
        name={sections.length > 0 ? home.title : siteSpace}
        heading="h3"
        own={home}
        variants={home.variants}
        free={free}
        spaces={own}
        canChange={isEditor}
        problemOf={(field) => problemAt(save.error, `home.${field}`)}
        onChange={(change) => set({ home: { ...home, ...change } })}
      />
      {sections.map((section, index) => (
        <SectionFields
          key={section.key}
          name={section.title || `section ${index + 1}`}
          section={section}
          free={free}
          spaces={own}
          space={spaces.find(({ id }) => id === section.spaceId)}
          canChange={isEditor}
          problemOf={(field) => problemAt(save.error, `sections.${index}.${field}`)}
          onChange={(change) =>
            set({ sections: sections.map((one, at) => (at === index ? { ...one, ...change } : one)) })
          }
          onMoveUp={index === 0 ? undefined : (event) => move(event, index, index - 1)}
          onMoveDown={index === sections.length - 1 ? undefined : (event) => move(event, index, index + 1)}
          onRemove={() => set({ sections: sections.toSpliced(index, 1) })}
        />
      ))}
      {sections.length === 0 && !isEditor && <p>No sections.</p>}
      {isShownAtFields(save.error, [...homeFields, ...fields]) ? (
        <div className="error" role="alert">
          <p>Not saved. Fix the highlighted fields.</p>
        </div>
      ) : (
        <ErrorMessage error={save.error} />
      )}
      {theirs !== undefined && (
        <div className="error" role="alert">
          <p>Not saved. Someone else changed the sections while you edited them. Your values are kept.</p>
          <ul>
            {listSectionChanges(base, theirs).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p className="row">
            <Button type="submit" busy={save.isPending}>
              Replace their changes
            </Button>
            <Button onClick={() => load(theirs)}>Discard mine</Button>
          </p>
        </div>
      )}
      {isEditor && (
        <p className="row">
          <Button
            icon={Plus}
            disabled={next === undefined || sections.length >= contentLimits.siteSections}
            onClick={() => {
              if (next === undefined) return;
              const added = {
                key: createRandomId(),
                path: "",
                title: next.title,
                spaceId: next.id,
                variants: [],
              };
              set({ sections: [...sections, added] });
            }}
          >
            Add section
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabled={draft === published || theirs !== undefined}
          >
            Save sections
          </Button>
        </p>
      )}
      {isEditor && next === undefined && (
        <p className="hint">This site shows all spaces. Create a space to add another one.</p>
      )}
    </Form>
  );
}

interface SectionFieldsProps {
  /** The name for screen readers. */
  readonly name: string;
  readonly section: SectionDraft;
  /** The spaces that the site doesn't show yet. */
  readonly free: readonly SpaceResource[];
  readonly spaces: readonly SpaceResource[];
  readonly space: SpaceResource | undefined;
  readonly canChange: boolean;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (change: Partial<SectionDraft>) => void;
  readonly onMoveUp: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly onMoveDown: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly onRemove: () => void;
}

function SectionFields({
  name,
  section,
  free,
  spaces,
  space,
  canChange,
  problemOf,
  ...actions
}: SectionFieldsProps) {
  const { onChange, onMoveUp, onMoveDown, onRemove } = actions;
  return (
    <section className="entry-form" aria-label={name}>
      <header className="panel-header">
        <h3>{name}</h3>
        {isOffline(space) && (
          <span className="badge" data-tone="warn">
            offline
          </span>
        )}
        {canChange && (
          <span className="actions end">
            <IconButton
              icon={ArrowUp}
              label={`Move ${name} up`}
              aria-disabled={onMoveUp === undefined}
              onClick={onMoveUp}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${name} down`}
              aria-disabled={onMoveDown === undefined}
              onClick={onMoveDown}
            />
            <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
          </span>
        )}
      </header>
      {isOffline(space) && (
        <p className="hint">
          {space?.trashedAt === undefined
            ? "The space is private. Make it unlisted or public to show this section."
            : "The space is in the trash. Restore it to show this section."}
        </p>
      )}
      {section.hiddenPageId !== undefined && (
        <div className="error">
          <p>
            This section hides a page of the site’s own space, which has the same path. Change one of the two
            paths.
          </p>
        </div>
      )}
      <TextField
        label="Title"
        problem={problemOf("title")}
        value={section.title}
        onChange={(title) => onChange({ title })}
      />
      <TextField
        label="Path"
        hint="Lowercase letters, digits and hyphens, such as api."
        problem={problemOf("path")}
        value={section.path}
        onChange={(path) => onChange({ path })}
      />
      <SpaceField
        value={section.spaceId}
        choices={spaces.filter(({ id }) => id === section.spaceId || free.some((one) => one.id === id))}
        problem={problemOf("spaceId")}
        onChange={(spaceId) => onChange({ spaceId })}
      />
      <VariantsFields
        name={name}
        heading="h4"
        own={section}
        variants={section.variants}
        {...{ free, spaces, canChange, problemOf, onChange }}
      />
    </section>
  );
}

function isOffline(space: SpaceResource | undefined): boolean {
  return space !== undefined && (space.visibility === "private" || space.trashedAt !== undefined);
}
