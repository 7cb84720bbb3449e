import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatSize } from "../../lib/i18n/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { classes } from "../../ui/classes.ts";
import { useTexts } from "./texts.ts";
import { albumCoverOf, kindsOf } from "./view.ts";

/** On phones a short description comes before the pictures, and a long one after them. */
export const isBrief = (text: string | null): text is string => !!text && text.length <= 280;

/** The creator's words; `className` places them. */
export function Description({ text, className }: { text: string; className: string }) {
	return (
		<p
			dir="auto"
			className={classes(
				"max-w-[65ch] whitespace-pre-line border-line text-15 leading-relaxed",
				className,
			)}
		>
			{text}
		</p>
	);
}

type Props = {
	page: ShareResponse;
	/** by default counted from the files */
	contents?: readonly string[];
};

export function Lead({ page: { creator, fileShare, files }, contents }: Props) {
	const t = useTexts();
	const albumCover = albumCoverOf(files);
	const counts = contents ?? [
		...kindsOf(files.filter((file) => file !== albumCover)).map(([kind, n]) =>
			t(`share.kind.${kind}`, { n }),
		),
		formatSize(fileShare.totalSize),
	];
	return (
		<header className="min-w-0">
			{creator.displayName && (
				<div className="mb-3 flex min-w-0 items-center gap-2.5 lg:mb-4">
					<Avatar
						src={creator.avatar ?? null}
						name={creator.displayName}
						className="size-9 text-13"
					/>
					<span dir="auto" className="line-clamp-2 min-w-0 text-left font-medium">
						{creator.handle ? (
							<a
								className="underline decoration-1 underline-offset-3 hover:text-muted"
								href={paths.creator(creator.handle)}
							>
								{creator.displayName}
							</a>
						) : (
							creator.displayName
						)}
					</span>
				</div>
			)}
			<h1 dir="auto" className="text-28">
				{fileShare.title}
			</h1>
			{/* Breaks lines only between parts. */}
			<p className="tabular mt-1.5 flex flex-wrap text-muted">
				{counts.map((count, index) => (
					<span key={count} className="whitespace-nowrap">
						{count}
						{index < counts.length - 1 && <span className="mx-1.5">·</span>}
					</span>
				))}
			</p>
			{isBrief(fileShare.description) && (
				<Description text={fileShare.description} className="mt-3 lg:hidden" />
			)}
			{fileShare.changedAt && (
				<p className="mt-1 text-13 text-muted">
					{t("share.changed", { date: formatDate(fileShare.changedAt, "UTC") })}
				</p>
			)}
		</header>
	);
}
