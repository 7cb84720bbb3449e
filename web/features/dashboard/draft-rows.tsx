import FilePen from "icons:file-pen";
import { Link } from "react-router-dom";
import type { ShareDraft } from "../../../worker/catalogue/drafts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export function DraftRows({ drafts }: { drafts: readonly ShareDraft[] }) {
	const t = useTexts();
	return drafts.map(({ id, details }) => (
		<li key={id} className="border-line border-t text-muted">
			<Link
				to={paths.draft(id)}
				className="group flex min-h-11 items-center gap-4 px-4 hover:bg-faint/50 sm:px-6"
			>
				<span className="grid w-14 shrink-0 place-items-center">
					<Icon of={FilePen} size={18} />
				</span>
				<span className="min-w-0 truncate text-ink group-hover:underline">
					{details.title.trim() || t("dashboard.draftUntitled")}
				</span>
				<span className="shrink-0 text-13">{t("dashboard.draft")}</span>
			</Link>
		</li>
	));
}
