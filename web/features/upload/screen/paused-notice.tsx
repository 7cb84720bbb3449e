import { Alert } from "../../../ui/alert.tsx";
import { useTexts } from "../texts.ts";

/** Replaces the form while the operator has paused uploads. */
export function PausedNotice() {
	const t = useTexts();
	return (
		<Alert tone="warning" live title={t("upload.noUploads")}>
			{t("upload.noUploadsText")}
		</Alert>
	);
}
