import { useEffect, useState } from "react";
import { shareLink } from "../../lib/addresses/paths.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { TextField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

export function ReportedShare({ slug, error }: { slug: string | null; error: string | undefined }) {
	const t = useTexts();
	const [way, setWay] = useState<"given" | "unknown" | "typed">(slug ? "given" : "typed");
	// Stays when typing clears the error.
	if (error && way === "given") setWay("typed");
	if (slug && way === "given")
		return (
			<GivenShare slug={slug} onOther={() => setWay("typed")} onUnknown={() => setWay("unknown")} />
		);
	return (
		<TextField
			label={t("report.link")}
			name="shareId"
			inputMode="url"
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			required
			hint={t("report.linkHint", { example: shareLink("…") })}
			error={error ?? (way === "unknown" ? t("report.linkUnknown") : undefined)}
			onChange={() => setWay("typed")}
		/>
	);
}

type Given = { slug: string; onOther: () => void; onUnknown: () => void };

function GivenShare({ slug, onOther, onUnknown }: Given) {
	const t = useTexts();
	const { data, error: failure } = useShareResponse(slug);
	const status = failure instanceof ApiFailure ? failure.status : 0;
	useEffect(() => {
		if (status === 404) onUnknown();
	});
	const isGone = status === 410 || status === 451;
	return (
		<div>
			<p className="mb-1.5 font-medium">{t("report.share")}</p>
			<input type="hidden" name="shareId" value={slug} />
			{!data && !failure ? (
				<Skeleton className="h-20" />
			) : (
				<div className="flex items-center gap-4 rounded-control border border-line p-3">
					<CoverThumb
						cover={data?.cover ?? null}
						icon={FILE_ICONS[data?.files[0]?.icon ?? "generic"]}
					/>
					<div className="min-w-0 flex-1">
						<p dir="auto" className="wrap-anywhere line-clamp-2 text-left font-semibold">
							{data?.fileShare.title ?? shareLink(slug)}
						</p>
						<p className="wrap-anywhere text-13 text-muted">
							{data?.creator.displayName && t("report.by", { name: data.creator.displayName })}
							{isGone && t("report.gone")}
						</p>
					</div>
				</div>
			)}
			<button type="button" className="prose-link mt-1.5 text-13" onClick={onOther}>
				{t("report.otherShare")}
			</button>
		</div>
	);
}
