import { useEffect, useRef, useState } from "react";
import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import type { Listing } from "../../../worker/contract/files/previews.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { fetchListing } from "../../lib/server/queries/listing.ts";
import { FileSize } from "../../shared/file-size.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ChevronDown } from "../../ui/icons/chevron-down.ts";
import { FileBadge } from "./file-badge.tsx";
import { Section } from "./section.tsx";
import { useTexts } from "./texts.ts";

/** Entries of an archive that are listed. */
const LISTED = 200;

/** Archives, which fold open and list what they contain. */
export function Archives({ files }: { files: readonly ShareFile[] }) {
	const t = useTexts();
	return (
		<Section title={t("share.archives")}>
			<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
				{files.map((file) => (
					<Archive key={file.id} file={file} />
				))}
			</ul>
		</Section>
	);
}

function Archive({ file }: { file: ShareFile }) {
	const t = useTexts();
	const fold = useRef<HTMLDetailsElement>(null);
	const [isOpen, setOpen] = useState(false);
	// It may have been opened before the app had started.
	useEffect(() => setOpen(fold.current?.open ?? false), []);
	return (
		<li id={`file=${file.id}`}>
			<details ref={fold} className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
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
							{t("share.listing")} · <FileSize bytes={file.size} />
						</span>
					</span>
					<Icon
						of={ChevronDown}
						className="text-muted transition-transform duration-150 group-open:rotate-180"
					/>
				</summary>
				{isOpen && <Entries file={file} />}
			</details>
		</li>
	);
}

function Entries({ file }: { file: ShareFile }) {
	const t = useTexts();
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
		return <p className="px-4 pb-4 text-13 text-muted">{t("share.listingLoading")}</p>;
	if (listing === "failed")
		return <p className="px-4 pb-4 text-13 text-muted">{t("share.noPreview")}</p>;
	const entries = listing.entries.slice(0, LISTED);
	const more = listing.total - entries.length;
	return (
		<ul className="border-line border-t text-13">
			{entries.map((entry) => (
				<li
					key={entry.name}
					className="flex items-baseline justify-between gap-4 px-4 py-1.5 even:bg-faint"
				>
					<span dir="auto" className="min-w-0 break-all text-left">
						{entry.name}
					</span>
					<FileSize bytes={entry.size} className="text-muted" />
				</li>
			))}
			{more > 0 && (
				<li className="px-4 py-1.5 text-muted">
					{t("share.listingMore", { n: formatNumber(more) })}
				</li>
			)}
		</ul>
	);
}
