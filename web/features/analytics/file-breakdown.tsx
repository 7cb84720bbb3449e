import Download from "icons:download";
import { useId, useState } from "react";
import type { FileFigures } from "../../../worker/pages/analytics/contract.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { FileThumb } from "../../shared/file-thumb.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { fileFiguresCsvLink } from "./queries.ts";
import { useTexts } from "./texts.ts";

const FEW = 8;
const COUNTS = ["sold", "hearts", "seen"] as const;

/** How often each file of a gallery was seen, liked and sold. */
export function FileBreakdown({ files, slug }: { files: readonly FileFigures[]; slug: string }) {
	const t = useTexts();
	const id = useId();
	const [by, setBy] = useState<(typeof COUNTS)[number]>("sold");
	const [isOpen, setOpen] = useState(false);
	const sorted = files.toSorted((a, b) => b[by] - a[by]);
	return (
		<Card aria-labelledby={id} className="max-sm:p-4 lg:col-span-2">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 id={id} className="text-21">
					{t("analytics.files")}
				</h2>
				<Segments
					legend={t("analytics.filesBy")}
					segments={COUNTS.map((value) => ({ value, label: t(`analytics.${value}`) }))}
					chosen={by}
					onChoose={setBy}
				/>
			</div>
			<ol className="grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-x-6">
				{sorted.slice(0, isOpen ? undefined : FEW).map((file) => (
					<li key={file.id} className="flex items-center gap-3 border-line border-t py-2">
						<FileThumb fileId={file.id} className="size-14" />
						<span className="min-w-0">
							<span className="block truncate" title={file.name}>
								{file.name}
							</span>
							<span className="tabular block text-13 text-muted">
								{COUNTS.map((name, at) => (
									<span key={name} className={name === by ? "text-ink" : undefined}>
										{at > 0 && " · "}
										{t(`analytics.${name}Count`, { n: file[name] })}
									</span>
								))}
							</span>
						</span>
					</li>
				))}
			</ol>
			<div className="mt-2 flex flex-wrap items-center justify-between gap-2">
				{files.length > FEW && (
					<Button tone="quiet" size="sm" className="-ms-3" onClick={() => setOpen(!isOpen)}>
						{isOpen ? t("analytics.fewer") : t("analytics.more", { n: formatNumber(files.length) })}
					</Button>
				)}
				<a href={fileFiguresCsvLink(slug)} download className={buttonClass("quiet", "sm")}>
					<Icon of={Download} size={18} />
					{t("analytics.filesCsv")}
				</a>
			</div>
		</Card>
	);
}
