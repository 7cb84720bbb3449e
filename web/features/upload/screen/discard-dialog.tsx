import { useState } from "react";
import { failureText } from "../../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../../lib/server/failure.ts";
import { discardUpload, refreshAfterUpload } from "../../../lib/server/queries/uploads.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { deleteUpload } from "../session-store.ts";
import { useTexts } from "../texts.ts";

type Props = {
	upload: { id: string; title: string };
	onClose: () => void;
	onDiscarded: () => void;
};

export function DiscardDialog({ upload, onClose, onDiscarded }: Props) {
	const t = useTexts();
	const [pending, setPending] = useState(false);
	async function confirm() {
		setPending(true);
		try {
			await discardUpload(upload.id);
		} catch (error) {
			// If it no longer exists, it is discarded already.
			if (!(error instanceof ApiFailure && error.code === "upload.not_found")) {
				setPending(false);
				toast({
					tone: "destructive",
					title: t("upload.discardFailed"),
					text: failureText(error, ""),
				});
				return;
			}
		}
		void deleteUpload(upload.id);
		refreshAfterUpload();
		onDiscarded();
	}
	return (
		<Dialog
			onClose={onClose}
			title={t("upload.discardTitle")}
			actions={
				<>
					<Button onClick={onClose}>{t("upload.cancel")}</Button>
					<Button tone="danger" pending={pending && t("upload.discard")} onClick={confirm}>
						{t("upload.discard")}
					</Button>
				</>
			}
		>
			<p>{t("upload.discardText", { name: upload.title })}</p>
		</Dialog>
	);
}
