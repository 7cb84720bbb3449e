import Download from "icons:download";
import type {
	EarlierVersion,
	NewFile,
	Receipt,
} from "../../../worker/customers/receipts/contract.ts";
import { formatDate, formatSize } from "../../lib/i18n/format.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export function NewSince({ purchase }: { purchase: Receipt }) {
	const t = useTexts();
	const { news, earlierVersions } = purchase;
	if (news.length === 0 && earlierVersions.length === 0) return null;
	return (
		<section
			aria-label={t("purchases.news")}
			className="mt-4 flex w-full flex-col gap-3 rounded-control border border-line p-4 print:hidden"
		>
			{news.length > 0 && (
				<>
					<p className="font-semibold">{t("purchases.news")}</p>
					<ul className="flex flex-col gap-3">
						{news.map((file) => (
							<NewFileLine key={file.id} file={file} />
						))}
					</ul>
				</>
			)}
			{earlierVersions.length > 0 && (
				<Fold summaryClass="text-13" title={t("purchases.earlier", { n: earlierVersions.length })}>
					<ul className="mt-2 flex flex-col gap-2">
						{earlierVersions.map((file) => (
							<li key={file.id}>
								<FileLink file={file} isEarlier />
							</li>
						))}
					</ul>
				</Fold>
			)}
		</section>
	);
}

function NewFileLine({ file }: { file: NewFile }) {
	const t = useTexts();
	const date = formatDate(file.at);
	return (
		<li>
			<FileLink file={file} />
			<p className="text-13 text-muted">
				{file.version > 1 ? t("purchases.replacedOn", { date }) : t("purchases.addedOn", { date })}
			</p>
			{file.note && <p className="whitespace-pre-line break-words text-13">{file.note}</p>}
		</li>
	);
}

function FileLink({ file, isEarlier = false }: { file: EarlierVersion; isEarlier?: boolean }) {
	const t = useTexts();
	const { id, name, version, size } = file;
	return (
		<a
			className="prose-link inline-flex max-w-full items-start gap-1.5"
			href={`/api/files/${id}/download`}
			download
		>
			<Icon of={Download} size={18} className="mt-0.5 shrink-0" />
			<span className="min-w-0 break-words">
				{name}
				{(version > 1 || isEarlier) && ` (${t("purchases.version", { version })})`}
				<span className="tabular text-muted"> · {formatSize(size)}</span>
			</span>
		</a>
	);
}
