import ChevronRight from "icons:chevron-right";
import Folder from "icons:folder";
import { Fragment, type ReactNode } from "react";
import { formatSize } from "../../lib/i18n/format.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { ShowAll, useFirst } from "./section.tsx";
import { useSelectionTexts } from "./selection-texts.ts";
import { firstOf, type Tree } from "./tree.ts";

/** Rows rendered by the server, even in closed folders. */
const RENDERED = 50;

type Props<T> = {
	tree: Tree<T>;
	keyOf: (item: T) => string;
	row: (item: T) => ReactNode;
};

/** Rows up to which a sole folder starts open. */
const MOST_OPEN = 12;

/** Opens before hydration too. Rows are always in the document, for the browser's search. */
export function FolderTree<T>({ tree, ...rest }: Props<T>) {
	const isHydrated = useHydrated();
	const [only] = tree.folders;
	const isOpen =
		only !== undefined &&
		tree.items.length === 0 &&
		tree.folders.length === 1 &&
		only.items.length <= MOST_OPEN;
	return <Inside tree={isHydrated ? tree : firstOf(tree, RENDERED)} isOpen={isOpen} {...rest} />;
}

function Inside<T>({ tree, isOpen = false, keyOf, row }: Props<T> & { isOpen?: boolean }) {
	const t = useSelectionTexts();
	const [shown, showAll] = useFirst(tree.items);
	return (
		<>
			<ul className="divide-y divide-line">
				{tree.folders.map((folder) => (
					<li key={folder.name}>
						<details open={isOpen}>
							<summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-faint [&::-webkit-details-marker]:hidden">
								<Icon
									of={ChevronRight}
									size={18}
									className="shrink-0 text-muted transition-transform duration-150 [details[open]>summary>&]:rotate-90"
								/>
								<Icon of={Folder} className="shrink-0 text-muted" />
								<span dir="auto" className="min-w-0 flex-1 break-words text-left font-medium">
									{folder.name}
								</span>
								<span className="tabular text-right text-13 text-muted">
									{t("selection.folderMeta", { n: folder.count, size: formatSize(folder.size) })}
								</span>
							</summary>
							<div className="border-line border-t ps-4 sm:ps-7">
								<Inside tree={folder} keyOf={keyOf} row={row} />
							</div>
						</details>
					</li>
				))}
				{shown.map((item) => (
					<Fragment key={keyOf(item)}>{row(item)}</Fragment>
				))}
			</ul>
			<ShowAll label={t("selection.showAll", { n: tree.items.length })} onClick={showAll} />
		</>
	);
}
