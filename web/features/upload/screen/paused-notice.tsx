import { Alert } from "../../../ui/alert.tsx";
import { useTexts } from "../texts.ts";

/** Stands where an upload would begin while the operator has paused uploads. */
export function PausedNotice() {
	const t = useTexts();
	return (
		<Alert tone="warning" live title={t("upload.noUploads")}>
			{t("upload.noUploadsText")}
		</Alert>
	);
}
