import ChevronDown from "icons:chevron-down";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Listing } from "../../../worker/files/previews/contract/previews.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { FileSize } from "../../shared/file-size.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useExhibitTexts } from "./exhibit-texts.ts";
import { FileBadge } from "./file-badge.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { Heart } from "./picking.tsx";
import { fetchListing } from "./queries/listing.ts";
import { Section } from "./section.tsx";
import { treeOf } from "./tree.ts";

export function Archives({ files }: { files: readonly ShareFile[] }) {
	const t = useExhibitTexts();
	return (
		<Section title={t("exhibits.archives")}>
			<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
				{files.map((file) => (
					<Archive key={file.id} file={file} isAlone={files.length === 1} />
				))}
			</ul>
		</Section>
	);
}

/** A sole archive starts open, in a box of fixed height. */
export function Archive({ file, isAlone = false }: { file: ShareFile; isAlone?: boolean }) {
	const t = useExhibitTexts();
	const fold = useRef<HTMLDetailsElement>(null);
	const [isOpen, setOpen] = useState(false);
	// May have been opened before hydration.
	useEffect(() => setOpen(fold.current?.open ?? false), []);
	return (
		<li id={`file=${file.id}`}>
			<details
				ref={fold}
				open={isAlone}
				className="group"
				onToggle={(event) => setOpen(event.currentTarget.open)}
			>
				<summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-2 [&::-webkit-details-marker]:hidden">
					<FileBadge file={file} />
					<span className="min-w-0 flex-1">
						<span
							dir="auto"
							className="block truncate text-left font-medium"
							title={file.originalName}
						>
							{file.originalName}
						</span>
						<span className="text-13 text-muted [font-kerning:none]">
							{t("exhibits.listing")} · <FileSize bytes={file.size} />
						</span>
					</span>
					<Heart file={file} on="row" />
					<Icon
						of={ChevronDown}
						className="text-muted transition-transform duration-150 group-open:rotate-180"
					/>
				</summary>
				<section
					// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where nothing in it takes the focus
					tabIndex={0}
					aria-label={t("exhibits.listing")}
					className={classes(
						"max-h-96 overflow-y-auto border-line border-t text-13 -outline-offset-2",
						isAlone && "not-has-[ul]:h-96",
					)}
				>
					{isOpen && <Entries file={file} />}
				</section>
			</details>
		</li>
	);
}

function Entries({ file }: { file: ShareFile }) {
	const t = useExhibitTexts();
	const [listing, setListing] = useState<Listing | "loading" | "failed">("loading");
	useEffect(() => {
		let isShown = true;
		fetchListing(file.id).then(
			(found) => isShown && setListing(found),
			() => isShown && setListing("failed"),
		);
		return () => {
			isShown = false;
		};
	}, [file.id]);
	if (listing === "loading")
		return <p className="px-4 py-3 text-muted">{t("exhibits.listingLoading")}</p>;
	if (listing === "failed")
		return <p className="px-4 py-3 text-muted">{t("exhibits.noPreview")}</p>;
	return <Listed listing={listing} />;
}

function Listed({ listing: { entries, total } }: { listing: Listing }) {
	const t = useExhibitTexts();
	const tree = useMemo(() => {
		const files = entries.filter(({ name }) => !name.endsWith("/"));
		return treeOf(files, ({ name }) => name.split("/").slice(0, -1));
	}, [entries]);
	const more = total - entries.length;
	return (
		<>
			<FolderTree
				tree={tree}
				keyOf={({ name }) => name}
				row={({ name, size }) => (
					<li className="flex items-baseline justify-between gap-4 px-4 py-2">
						<span dir="auto" className="min-w-0 break-all text-left">
							{name.slice(name.lastIndexOf("/") + 1)}
						</span>
						<FileSize bytes={size} className="text-muted" />
					</li>
				)}
			/>
			{more > 0 && (
				<p className="border-line border-t px-4 py-2 text-muted">
					{t("exhibits.listingMore", { n: formatNumber(more) })}
				</p>
			)}
		</>
	);
}
