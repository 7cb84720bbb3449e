import { useState } from "react";
import type { WebhookEndpoint } from "../../../../worker/contract/api/webhooks.ts";
import { rotateEndpoint } from "../../../lib/server/queries/webhooks.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ConfirmBody } from "../confirm-dialog.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { useTexts } from "./texts.ts";

/** Confirms, then shows the new secret. */
export default function RotateDialog({
	endpoint,
	onClose,
}: {
	endpoint: WebhookEndpoint;
	onClose: () => void;
}) {
	const t = useTexts();
	const [secret, setSecret] = useState<string | null>(null);
	return (
		<Dialog
			open
			onClose={onClose}
			isKept={secret !== null}
			title={t("webhooks.rotate")}
			closeLabel={t("webhooks.close")}
		>
			{secret ? (
				<ShownOnce
					text={t("webhooks.secretText")}
					label={t("webhooks.secret")}
					value={secret}
					onDone={onClose}
				/>
			) : (
				<ConfirmBody
					action={t("webhooks.rotateDo")}
					tone="primary"
					failed={t("webhooks.actionFailed")}
					onConfirm={async () => setSecret((await rotateEndpoint(endpoint.id)).secret)}
				>
					<p className="text-muted">{t("webhooks.rotateText")}</p>
				</ConfirmBody>
			)}
		</Dialog>
	);
}
