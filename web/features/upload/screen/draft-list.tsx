import type { ShareDraft } from "../../../../worker/catalogue/drafts/contract.ts";
import { formatAgo } from "../../../lib/i18n/format.ts";
import { failureText } from "../../../lib/i18n/server-texts.ts";
import { deleteDraft } from "../../../lib/server/queries/drafts.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { toast } from "../../../ui/toast.ts";
import { forgetDraft } from "../draft-files/kept-drafts.ts";
import { forgetUnsent } from "../draft-files/unsent-text.ts";
import { useTexts } from "../texts.ts";

type Props = {
	creatorId: string;
	drafts: readonly ShareDraft[];
	onOpen: (id: string) => void;
};

export function DraftList({ creatorId, drafts, onOpen }: Props) {
	const t = useTexts();
	if (drafts.length === 0) return null;
	const nameOf = ({ details }: ShareDraft) => details.title.trim() || t("upload.draftUntitled");
	async function discard(draft: ShareDraft) {
		try {
			await deleteDraft(draft.id);
			await forgetDraft(draft.id);
			forgetUnsent(creatorId, draft.id);
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("upload.draftDiscardFailed"),
				text: failureText(error, ""),
			});
		}
	}
	return (
		<Card aria-labelledby="drafts-title" className="p-5 sm:p-6">
			<h2 id="drafts-title" className="text-17">
				{t("upload.drafts")}
			</h2>
			<ul className="mt-3 divide-y divide-line">
				{drafts.map((draft) => (
					<li key={draft.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
						<div className="min-w-0 flex-1 basis-60">
							<p className="truncate font-medium">{nameOf(draft)}</p>
							<p className="text-13 text-muted">
								{t("upload.draftChanged", { ago: formatAgo(draft.updatedAt) })}
							</p>
						</div>
						<div className="flex gap-2">
							<Button
								size="sm"
								tone="quiet"
								aria-label={t("upload.draftDiscardNamed", { name: nameOf(draft) })}
								onClick={() => discard(draft)}
							>
								{t("upload.draftDiscard")}
							</Button>
							<Button
								size="sm"
								aria-label={t("upload.draftOpenNamed", { name: nameOf(draft) })}
								onClick={() => onOpen(draft.id)}
							>
								{t("upload.draftOpen")}
							</Button>
						</div>
					</li>
				))}
			</ul>
		</Card>
	);
}
