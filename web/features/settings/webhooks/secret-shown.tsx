import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { toast } from "../../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** The secret of an endpoint, which the server does not tell again. */
export function SecretShown({ secret, onDone }: { secret: string; onDone: () => void }) {
	const t = useTexts();
	return (
		<div className="flex flex-col gap-5">
			<p className="text-muted">{t("webhooks.secretText")}</p>
			<CopyField
				label={t("webhooks.secret")}
				value={secret}
				copyLabel={t("webhooks.copy")}
				copiedLabel={t("webhooks.copied")}
				onFailed={() => toast({ tone: "destructive", title: t("webhooks.copyFailed") })}
			/>
			<Button tone="primary" onClick={onDone}>
				{t("webhooks.secretDone")}
			</Button>
		</div>
	);
}
