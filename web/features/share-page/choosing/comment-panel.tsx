import MessageSquare from "icons:message-square";
import { useId, useState } from "react";
import type { ShareFile } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { MAX_CHOICE_COMMENT } from "../../../../worker/contract/constants.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SaveButton } from "../save-button.tsx";
import { useHearts } from "../singles/hearts.ts";
import { mayDownload } from "../view.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useChoosingTexts, useChosenText } from "./texts.ts";
import { useChoice } from "./use-choice.ts";

/** Below the picture: a comment on it, and how many are chosen. */
export function CommentPanel({ file }: { file: ShareFile }) {
	const t = useChoosingTexts();
	const chosenText = useChosenText();
	const id = useId();
	const { page } = useHearts();
	const choice = useChoice();
	const [asksName, setAsksName] = useState(false);
	const { choosing } = page.fileShare;
	if (!choosing) return null;
	const { known, chosen, comments, isPanelOpen, setPanelOpen } = choice;
	const isOpen = isPanelOpen && choosing.open;
	const isDownload = file.bought !== undefined || mayDownload(page);
	return (
		<div className="mx-auto grid w-full max-w-2xl gap-2">
			{isOpen && (
				<textarea
					id={id}
					className="w-full resize-none rounded-control border border-white/30 bg-black/75 px-3 py-2 text-15 text-white placeholder:text-white/60"
					aria-label={t("choosing.commentOn", { name: file.originalName })}
					placeholder={t("choosing.comment")}
					rows={2}
					maxLength={MAX_CHOICE_COMMENT}
					value={comments.get(file.id) ?? ""}
					onChange={(event) => choice.comment(file.id, event.target.value)}
				/>
			)}
			<div className="flex items-center justify-between gap-3">
				<p className="tabular min-w-0 text-15 text-white/85 [text-shadow:0_1px_3px_black]">
					{chosenText(chosen, choosing.count)}
				</p>
				<span className="flex shrink-0 items-center gap-2">
					{choosing.open && (
						<button
							type="button"
							className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-full bg-black/55 px-3 text-15 text-white hover:bg-black/80 aria-expanded:bg-white/20"
							aria-expanded={isOpen}
							aria-controls={id}
							onClick={() => (known ? setPanelOpen(!isPanelOpen) : setAsksName(true))}
						>
							<Icon
								of={MessageSquare}
								size={18}
								className={comments.get(file.id) ? "fill-current" : ""}
							/>
							{/* Both labels are wider than a phone. */}
							<span className={isDownload ? "max-sm:sr-only" : ""}>{t("choosing.comment")}</span>
						</button>
					)}
					{isDownload && <SaveButton key={file.id} file={file} />}
				</span>
			</div>
			{asksName && (
				<NameDialog
					action={t("choosing.continue")}
					busy={t("choosing.saving")}
					onName={async (name) => {
						if (!(await choice.begin(name))) return;
						setAsksName(false);
						setPanelOpen(true);
					}}
					onClose={() => setAsksName(false)}
				/>
			)}
		</div>
	);
}
