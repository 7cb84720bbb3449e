import Eye from "icons:eye";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { asBuyer } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { useMediaQuery } from "../../../lib/page/use-media-query.ts";
import { useShareResponse } from "../../../lib/server/queries/share.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Draft } from "../organise/draft.ts";
import type { Details } from "../screen/details.ts";
import { picturesOf, samplesOf } from "../screen/samples-choice.tsx";
import { useTexts } from "../texts.ts";
import { type BuyersPage, ShownPage } from "./shown-page.tsx";
import { useDraftPage } from "./use-draft-page.ts";

export const TWO_COLUMNS = "(width >= 64rem)";

/** Next to the form where there is room for two columns; elsewhere a button that opens it as a sheet. */
function Aside({ choices, children }: { choices?: ReactNode; children: ReactNode }) {
	const t = useTexts();
	const isWide = useMediaQuery(TWO_COLUMNS);
	const [isOpen, setOpen] = useState(false);
	const page = <Suspense fallback={<Skeleton className="h-96" />}>{children}</Suspense>;
	if (isWide)
		return (
			<aside aria-labelledby="page-aside" className="sticky top-6 flex min-w-0 flex-col gap-4">
				<h2 id="page-aside" className="text-21">
					{t("upload.livePage")}
				</h2>
				{choices}
				{page}
			</aside>
		);
	return (
		<>
			<Button
				className="grow px-2 max-[22.5rem]:grow-0"
				icon={<Icon of={Eye} className="min-[22.5rem]:hidden" />}
				onClick={() => setOpen(true)}
			>
				<span className="max-[22.5rem]:sr-only">{t("upload.seePage")}</span>
			</Button>
			{isOpen && (
				<Dialog size="full" title={t("upload.livePage")} onClose={() => setOpen(false)}>
					<div className="flex flex-col gap-5">
						{page}
						{choices}
					</div>
				</Dialog>
			)}
		</>
	);
}

export function DraftAside({
	details,
	draft,
	choices,
	onPick,
	BuyersPage,
}: {
	details: Details;
	draft: Draft;
	choices?: ReactNode;
	/** with the key of a tapped picture */
	onPick: ((key: number) => void) | null;
	BuyersPage: BuyersPage;
}) {
	const t = useTexts();
	const canPick = onPick && details.preview.images !== "none" && picturesOf(draft).length > 0;
	// Typing doesn't wait for a page of hundreds of files.
	const shown = useDeferredValue(details);
	const page = useDraftPage(shown, draft, samplesOf(draft, shown));
	return (
		<Aside
			choices={
				<>
					{choices}
					{canPick && <p className="-mt-2 text-13 text-muted">{t("upload.tapSample")}</p>}
				</>
			}
		>
			<ShownPage page={page} BuyersPage={BuyersPage} onPick={canPick ? onPick : null} />
		</Aside>
	);
}

export function PublishedAside({ slug, BuyersPage }: { slug: string; BuyersPage: BuyersPage }) {
	const { data } = useShareResponse(slug);
	return (
		<Aside>
			{data ? (
				<ShownPage page={asBuyer(data)} BuyersPage={BuyersPage} />
			) : (
				<Skeleton className="h-96" />
			)}
		</Aside>
	);
}
