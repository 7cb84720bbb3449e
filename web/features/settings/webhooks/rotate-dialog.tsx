import { useState } from "react";
import type { WebhookEndpoint } from "../../../../worker/contract/webhooks.ts";
import { rotateEndpoint } from "../../../lib/queries/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useAction } from "../use-action.ts";
import { SecretShown } from "./secret-shown.tsx";
import { useTexts } from "./texts.ts";

/** Asks before an endpoint gets a new secret, and shows it. */
export default function RotateDialog({
	endpoint,
	onClose,
}: {
	endpoint: WebhookEndpoint;
	onClose: () => void;
}) {
	const t = useTexts();
	const [secret, setSecret] = useState<string | null>(null);
	const rotate = useAction(async () => setSecret((await rotateEndpoint(endpoint.id)).secret), {
		title: t("webhooks.actionFailed"),
		fallback: t("webhooks.tryAgain"),
	});
	return (
		<Dialog open onClose={onClose} title={t("webhooks.rotate")} closeLabel={t("webhooks.close")}>
			{secret ? (
				<SecretShown secret={secret} onDone={onClose} />
			) : (
				<div className="flex flex-col gap-5">
					<p className="text-muted">{t("webhooks.rotateText")}</p>
					<Button
						tone="primary"
						pending={rotate.pending && t("webhooks.busy")}
						onClick={rotate.run}
					>
						{t("webhooks.rotateDo")}
					</Button>
				</div>
			)}
		</Dialog>
	);
}
