import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Below a list that goes on. */
export function More({ list }: { list: List }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="px-gutter py-3">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? developersText.loading : developersText.more}
      </Button>
    </div>
  );
}
