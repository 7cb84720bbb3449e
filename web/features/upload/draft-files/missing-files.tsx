import { formatSize } from "../../../lib/i18n/format.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { useTexts } from "../texts.ts";
import type { KeptFile } from "./kept-drafts.ts";

const SHOWN = 6;

export function MissingFiles({
	files,
	onAllow,
	onLeaveOut,
}: {
	files: readonly KeptFile[];
	onAllow: (() => void) | null;
	onLeaveOut: () => void;
}) {
	const t = useTexts();
	if (files.length === 0) return null;
	return (
		<Alert
			tone="warning"
			title={t("upload.draftMissing", { n: files.length })}
			action={
				<div className="flex flex-wrap gap-2">
					<Button size="sm" tone="quiet" onClick={onLeaveOut}>
						{t("upload.draftLeaveOut")}
					</Button>
					{onAllow && (
						<Button size="sm" onClick={onAllow}>
							{t("upload.draftAllow")}
						</Button>
					)}
				</div>
			}
		>
			<p>{t(onAllow ? "upload.draftMissingAllow" : "upload.draftMissingText")}</p>
			<ul className="mt-2 list-disc ps-5">
				{files.slice(0, SHOWN).map(({ name, size, path, folder }) => (
					<li key={`${folder}/${path}`}>
						{name} <span className="tabular text-muted">{formatSize(size)}</span>
					</li>
				))}
			</ul>
			{files.length > SHOWN && <p>{t("upload.andMore", { n: files.length - SHOWN })}</p>}
		</Alert>
	);
}
