import type { SpaceResource } from "@plugboard/content/types";
import { listPages, listSpaces } from "@plugboard/content/routes";
import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FileText } from "lucide-react";
import { useReadAllOnce } from "../data/queries.ts";
import { PaletteItem } from "../shell/palette-item.tsx";

interface SearchResultsProps {
  readonly onClose: () => void;
}

/** The pages in the command palette, grouped by space. */
export function SearchResults({ onClose }: SearchResultsProps) {
  const spaces = useReadAllOnce(listSpaces);
  return spaces.data?.map((space) => <PageItems key={space.id} space={space} onClose={onClose} />);
}

function PageItems({ space, onClose }: SearchResultsProps & { readonly space: SpaceResource }) {
  const { navigate } = useRouter();
  const pages = useReadAllOnce(listPages, { params: { spaceId: space.id } });
  return (
    <Command.Group heading={space.title}>
      {pages.data?.map(({ id, title }) => (
        <PaletteItem
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
