import Layers from "icons:layers";
import { useState } from "react";
import type { BuyersChoice as Choice, MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { refreshDashboard, useShareDeletion } from "../../lib/server/queries/shares.ts";
import { BuyersChoice } from "../../shared/buyers-choice.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { dismissToast, toast } from "../../ui/toast.ts";
import { deleteLater, undoDelete } from "./delayed-deletes.ts";
import { useTexts } from "./texts.ts";

const UNDO_MS = 10_000;

type Props = {
	share: MyShare;
	open: boolean;
	onClose: () => void;
	onStopSelling: () => Promise<void>;
};

/**
 * Shows in numbers what the deletion means for buyers, and offers to stop sales instead if there are any.
 * The deletion can be undone for ten seconds.
 */
export function DeleteShareDialog(props: Props) {
	const { share, open, onClose } = props;
	return share.inBundles ? (
		<InBundlesDialog share={share} bundles={share.inBundles} open={open} onClose={onClose} />
	) : (
		<ConfirmDialog {...props} />
	);
}

/** Parts have to be taken out of their bundles before they can be deleted. */
function InBundlesDialog({
	share,
	bundles,
	open,
	onClose,
}: Pick<Props, "share" | "open" | "onClose"> & { bundles: NonNullable<MyShare["inBundles"]> }) {
	const t = useTexts();
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t("dashboard.inBundlesTitle", { title: share.title })}
			closeLabel={t("dashboard.close")}
			actions={<Button onClick={onClose}>{t("dashboard.close")}</Button>}
		>
			<p className="text-muted">{t("dashboard.inBundlesText", { n: bundles.length })}</p>
			<ul className="mt-3 divide-y divide-line rounded-control border border-line">
				{bundles.map(({ shareId, title }) => (
					<li key={shareId} className="wrap-anywhere flex items-center gap-3 px-3 py-2.5">
						<Icon of={Layers} className="text-muted" />
						{title}
					</li>
				))}
			</ul>
		</Dialog>
	);
}

function ConfirmDialog({ share, open, onClose, onStopSelling }: Props) {
	const t = useTexts();
	const [buyers, setBuyers] = useState<Choice>("keep");
	const { shareId: slug } = share;
	const { data: preview, error } = useShareDeletion(open ? slug : null);
	const hasBuyers = (preview?.buyers ?? share.sales) > 0;

	function remove() {
		onClose();
		const undoToast = toast({
			title: t("dashboard.deleted"),
			text: t("dashboard.deletedText", { title: share.title }),
			duration: UNDO_MS,
			action: { label: t("dashboard.undo"), run: () => undoDelete(slug) },
		});
		deleteLater(
			{ slug, buyers },
			{
				sent: () => dismissToast(undoToast),
				done: () => void refreshDashboard(),
				failed: (error) =>
					toast({
						tone: "destructive",
						title: t("dashboard.deleteFailed"),
						text: failureText(error, t("dashboard.tryAgain")),
					}),
			},
		);
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
					<Button tone="danger" onClick={remove} disabled={!preview}>
						{t(buyers === "refund" ? "dashboard.refundAndDelete" : "dashboard.delete")}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<p className="text-muted">
					{t(share.bundle ? "dashboard.deleteBundleText" : "dashboard.deleteText")}
				</p>
				{preview && <BuyersChoice preview={preview} chosen={buyers} onChoose={setBuyers} />}
				{!preview && !error && <Skeleton className="h-16" />}
				{error && (
					<Alert tone="danger" live>
						{failureText(error, t("dashboard.tryAgain"))}
					</Alert>
				)}
				{hasBuyers && share.selling && (
					<div className="flex flex-col items-start gap-2 border-line border-t pt-4">
						<p className="text-13 text-muted">{t("dashboard.stopInstead")}</p>
						<Button
							size="sm"
							onClick={() => {
								onClose();
								void onStopSelling();
							}}
						>
							{t("dashboard.stopSelling")}
						</Button>
					</div>
				)}
			</div>
		</Dialog>
	);
}
