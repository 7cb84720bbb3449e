import type { MyShare, ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { PictureChoice } from "../../shared/picture-choice.tsx";
import { useTexts } from "./texts.ts";

/** Page numbers by document id, for changed documents. */
export type HiddenPages = ReadonlyMap<string, readonly number[]>;

type Page = { number: number; src: string };

function pagesOf({ preview }: ShareFile): { pages: Page[]; hidden: number[] } {
	const { kind, src, morePages = [], hiddenPages = [] } = preview ?? {};
	if (kind !== "page" || !src) return { pages: [], hidden: [] };
	const others = [...morePages, ...hiddenPages];
	const taken = new Set(others.map(({ number }) => number));
	let number = 1;
	while (taken.has(number)) number++;
	const pages = [{ number, src }, ...others].toSorted((a, b) => a.number - b.number);
	return { pages, hidden: hiddenPages.map((page) => page.number) };
}

/** Skips documents of one page. */
export function PagesPicker({
	share,
	changes,
	onChange,
}: {
	share: MyShare;
	changes: HiddenPages;
	onChange: (changes: HiddenPages) => void;
}) {
	const t = useTexts();
	const { data: page } = useShareResponse(share.shareId);
	return page?.files.map((file) => {
		const { pages, hidden } = pagesOf(file);
		if (pages.length < 2) return null;
		const left = changes.get(file.id) ?? hidden;
		const numbers = pages.map(({ number }) => number);
		return (
			<PictureChoice
				key={file.id}
				legend={t("edit.pages", { name: file.originalName })}
				hint={t("edit.pagesHint")}
				name="pages"
				least={1}
				size="h-28 w-20"
				pictures={pages.map(({ number, src }) => ({
					id: String(number),
					label: t("edit.pageNumber", { n: number }),
					thumbnail: (
						<img
							alt=""
							loading="lazy"
							src={`${src}?width=256`}
							className="size-full object-contain"
						/>
					),
				}))}
				chosen={numbers.filter((number) => !left.includes(number)).map(String)}
				onChange={(ids) => {
					const hiddenNow = numbers.filter((number) => !ids.includes(String(number)));
					onChange(new Map(changes).set(file.id, hiddenNow));
				}}
			/>
		);
	});
}
