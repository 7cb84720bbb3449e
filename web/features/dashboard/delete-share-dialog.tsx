import Layers from "icons:layers";
import { useState } from "react";
import type {
	BuyersChoice as Choice,
	MyShare,
} from "../../../worker/catalogue/shares/contract/shares.ts";
import { deleteShare, useShareDeletion } from "../../lib/server/queries/shares.ts";
import { BuyersChoice } from "../../shared/buyers-choice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ConfirmDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { changeLater } from "./delayed-changes.ts";
import { useTexts } from "./texts.ts";

type Props = { share: MyShare; onClose: () => void; onStopSelling: () => void };

/** Parts have to be taken out of their bundles before they can be deleted. */
export function DeleteShareDialog({ share, onClose, onStopSelling }: Props) {
	const t = useTexts();
	const [buyers, setBuyers] = useState<Choice>("keep");
	const { shareId: slug, title, inBundles } = share;
	const query = useShareDeletion(inBundles ? null : slug);
	const hasBuyers = (query.data?.buyers ?? share.sales) > 0;

	function remove() {
		onClose();
		changeLater({
			slug,
			kind: "delete",
			send: (init) => deleteShare(slug, { buyers }, init),
			title: t("dashboard.deleted"),
			text: t("dashboard.deletedText", { title }),
			undo: t("dashboard.undo"),
			failed: t("dashboard.deleteFailed"),
		});
	}

	if (inBundles)
		return (
			<Dialog
				onClose={onClose}
				title={t("dashboard.inBundlesTitle", { title })}
				actions={<Button onClick={onClose}>{t("dashboard.close")}</Button>}
			>
				<p className="text-muted">{t("dashboard.inBundlesText", { n: inBundles.length })}</p>
				<ul className="mt-3 divide-y divide-line rounded-control border border-line">
					{inBundles.map(({ shareId, title }) => (
						<li key={shareId} className="wrap-anywhere flex items-center gap-3 px-3 py-2.5">
							<Icon of={Layers} className="text-muted" />
							{title}
						</li>
					))}
				</ul>
			</Dialog>
		);
	return (
		<ConfirmDialog
			onClose={onClose}
			title={t("dashboard.deleteTitle", { title })}
			action={t(buyers === "refund" ? "dashboard.refundAndDelete" : "dashboard.delete")}
			disabled={!query.data}
			onConfirm={remove}
		>
			<p className="text-muted">
				{t(share.bundle ? "dashboard.deleteBundleText" : "dashboard.deleteText")}
			</p>
			<Loaded of={query} className="h-16">
				{(preview) => <BuyersChoice preview={preview} chosen={buyers} onChoose={setBuyers} />}
			</Loaded>
			{hasBuyers && share.selling && (
				<div className="flex flex-col items-start gap-2 border-line border-t pt-4">
					<p className="text-13 text-muted">{t("dashboard.stopInstead")}</p>
					<Button
						size="sm"
						onClick={() => {
							onClose();
							onStopSelling();
						}}
					>
						{t("dashboard.stopSelling")}
					</Button>
				</div>
			)}
		</ConfirmDialog>
	);
}
