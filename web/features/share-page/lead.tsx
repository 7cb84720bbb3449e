import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { formatSize } from "../../lib/format.ts";
import { useTexts } from "./texts.ts";
import { initialsOf, kindsOf } from "./view.ts";

/** Who sells this, what it is, and how much of it there is. */
export function Lead({ page: { creator, fileShare, files } }: { page: ShareResponse }) {
	const t = useTexts();
	const counts = [
		...kindsOf(files).map(([kind, n]) => t(`share.kind.${kind}`, { n })),
		formatSize(fileShare.totalSize),
	];
	return (
		<header className="min-w-0">
			<div className="flex min-w-0 items-center gap-2.5">
				<span
					aria-hidden="true"
					className="grid size-9 shrink-0 place-items-center rounded-full bg-ink font-semibold text-13 text-paper"
				>
					{initialsOf(creator.displayName)}
				</span>
				<span dir="auto" className="line-clamp-2 min-w-0 text-left font-medium">
					{creator.displayName}
				</span>
			</div>
			<h1 dir="auto" className="mt-3 text-28 lg:mt-4">
				{fileShare.title}
			</h1>
			{/* Each part stays in one piece when the line breaks. */}
			<p className="tabular mt-1.5 flex flex-wrap text-muted">
				{counts.map((count, index) => (
					<span key={count} className="whitespace-nowrap">
						{count}
						{index < counts.length - 1 && <span className="mx-1.5">·</span>}
					</span>
				))}
			</p>
		</header>
	);
}
