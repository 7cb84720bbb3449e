import { Link } from "react-router-dom";
import { paths } from "../../../lib/addresses/paths.ts";
import { Alert } from "../../../ui/alert.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { useTexts } from "../texts.ts";

/** Replaces the choice of files while the creator's account is suspended. */
export function SuspendedNotice() {
	const t = useTexts();
	return (
		<Alert
			tone="danger"
			title={t("upload.suspended")}
			action={
				<Link to={paths.decisions} className={buttonClass("plain", "sm")}>
					{t("upload.suspendedAction")}
				</Link>
			}
		>
			{t("upload.suspendedText")}
		</Alert>
	);
}
