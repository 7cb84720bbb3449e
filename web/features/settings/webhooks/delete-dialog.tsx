import type { WebhookEndpoint } from "../../../../worker/contract/webhooks.ts";
import { deleteEndpoint } from "../../../lib/queries/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAction } from "../use-action.ts";
import { useTexts } from "./texts.ts";

/** Asks before an endpoint is deleted with its log. */
export default function DeleteDialog({
	endpoint,
	onClose,
}: {
	endpoint: WebhookEndpoint;
	onClose: () => void;
}) {
	const t = useTexts();
	const remove = useAction(
		async () => {
			await deleteEndpoint(endpoint.id);
			toast({ title: t("webhooks.deleted") });
			onClose();
		},
		{ title: t("webhooks.actionFailed"), fallback: t("webhooks.tryAgain") },
	);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("webhooks.deleteTitle")}
			closeLabel={t("webhooks.close")}
		>
			<div className="flex flex-col gap-5">
				<p className="wrap-anywhere">{endpoint.url}</p>
				<p className="text-muted">{t("webhooks.deleteText")}</p>
				<Button tone="danger" pending={remove.pending && t("webhooks.busy")} onClick={remove.run}>
					{t("webhooks.delete")}
				</Button>
			</div>
		</Dialog>
	);
}
