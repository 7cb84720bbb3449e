import type { WebhookEndpoint } from "../../../../worker/contract/api/webhooks.ts";
import { deleteEndpoint } from "../../../lib/server/queries/webhooks.ts";
import { toast } from "../../../ui/toast.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useTexts } from "./texts.ts";

export default function DeleteDialog({
	endpoint,
	onClose,
}: {
	endpoint: WebhookEndpoint;
	onClose: () => void;
}) {
	const t = useTexts();
	return (
		<ConfirmDialog
			title={t("webhooks.deleteTitle")}
			action={t("webhooks.delete")}
			failed={t("webhooks.actionFailed")}
			onClose={onClose}
			onConfirm={async () => {
				await deleteEndpoint(endpoint.id);
				toast({ title: t("webhooks.deleted") });
				onClose();
			}}
		>
			<p className="wrap-anywhere">{endpoint.url}</p>
			<p className="text-muted">{t("webhooks.deleteText")}</p>
		</ConfirmDialog>
	);
}
