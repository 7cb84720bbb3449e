import type { MyShare } from "../../../worker/contract/shares.ts";
import { failureText } from "../../lib/server-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { deleteLater, undoDelete } from "./delayed-deletes.ts";
import { useTexts } from "./texts.ts";
import { useRefresh } from "./use-dashboard.ts";

const UNDO_MS = 10_000;

type Props = {
	share: MyShare;
	open: boolean;
	onClose: () => void;
	onStopSelling: () => Promise<void>;
};

/** Asks before it deletes; a share with buyers is first offered to be stopped. Ten seconds to undo. */
export function DeleteShareDialog({ share, open, onClose, onStopSelling }: Props) {
	const t = useTexts();
	const refresh = useRefresh();
	const hasBuyers = share.sales > 0;

	function remove() {
		onClose();
		deleteLater(
			share.shareId,
			() => void refresh(),
			(error) =>
				toast({
					tone: "destructive",
					title: t("dashboard.deleteFailed"),
					text: failureText(error, t("dashboard.tryAgain")),
				}),
		);
		toast({
			title: t("dashboard.deleted"),
			text: t("dashboard.deletedText", { title: share.title }),
			duration: UNDO_MS,
			action: { label: t("dashboard.undo"), run: () => undoDelete(share.shareId) },
		});
	}

	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t("dashboard.deleteTitle", { title: share.title })}
			closeLabel={t("dashboard.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("dashboard.cancel")}</Button>
					<Button tone={hasBuyers ? "plain" : "danger"} onClick={remove}>
						{t(hasBuyers ? "dashboard.deleteAnyway" : "dashboard.delete")}
					</Button>
					{hasBuyers && share.selling && (
						<Button
							tone="primary"
							onClick={() => {
								onClose();
								void onStopSelling();
							}}
						>
							{t("dashboard.stopSelling")}
						</Button>
					)}
				</>
			}
		>
			{hasBuyers && (
				<p className="mb-3 font-medium">{t("dashboard.deleteSold", { n: share.sales })}</p>
			)}
			<p className="text-muted">{t("dashboard.deleteText")}</p>
		</Dialog>
	);
}
