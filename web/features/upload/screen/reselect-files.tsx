import { useState } from "react";
import { FileSize } from "../../../shared/file-size.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import { type Recognised, recogniseFiles } from "../resume-sources.ts";
import { useTexts } from "../texts.ts";
import { Thumbnail } from "../thumbnail.tsx";
import type { Choosing } from "../use-resume.ts";

const SHOWN = 6;

export function ReselectFiles({
	choosing,
	onFound,
	onCancel,
}: {
	choosing: Choosing;
	onFound: (found: ReadonlyMap<string, File>) => Promise<void>;
	onCancel: () => void;
}) {
	const t = useTexts();
	const [isComparing, setComparing] = useState(false);
	const [last, setLast] = useState<Recognised | null>(null);
	const needed = choosing.wanted.filter(({ id }) => !choosing.found.has(id));

	async function take(files: readonly File[]) {
		setComparing(true);
		try {
			const recognised = await recogniseFiles(choosing.upload, needed, files);
			setLast(recognised);
			if (recognised.found.size > 0) await onFound(recognised.found);
		} finally {
			setComparing(false);
		}
	}
	return (
		<Card
			title={t("upload.chooseSame")}
			lead={t("upload.chooseSameText")}
			action={<Button onClick={onCancel}>{t("upload.cancel")}</Button>}
			className="p-5 sm:p-6"
		>
			<DropArea size="card" isChecked={false} disabled={isComparing} onFiles={take} />
			<div className="mt-4" aria-live="polite">
				{isComparing && <Spinner label={t("upload.checking")} className="text-muted" />}
				{last && last.changed.length > 0 && (
					<Alert tone="warning" title={t("upload.notSame", { n: last.changed.length })}>
						{t("upload.notSameText")}{" "}
						<span className="font-medium break-all">
							{last.changed
								.slice(0, SHOWN)
								.map(({ name }) => name)
								.join(", ")}
						</span>
					</Alert>
				)}
				{last && last.found.size === 0 && last.changed.length === 0 && (
					<Alert tone="warning">{t("upload.noneMatched")}</Alert>
				)}
			</div>
			<h3 className="tabular mt-5 font-semibold">
				{t("upload.stillNeeded", { n: needed.length })}
			</h3>
			<ul className="mt-2 flex flex-col gap-2">
				{needed.slice(0, SHOWN).map(({ id, name, size, folderPath }) => (
					<li key={id} className="flex items-center gap-3">
						<Thumbnail name={name} file={null} className="size-10" />
						<span className="min-w-0 flex-1">
							<span className="block truncate">{name}</span>
							<span className="block truncate text-13 text-muted">{folderPath}</span>
						</span>
						<FileSize bytes={size} className="text-13 text-muted" />
					</li>
				))}
			</ul>
			{needed.length > SHOWN && (
				<p className="mt-2 text-13 text-muted">
					{t("upload.andMore", { n: needed.length - SHOWN })}
				</p>
			)}
		</Card>
	);
}
