import { X } from "lucide-react";
import { Alert } from "../../../ui/alert.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";

export type Refusal = { name: string; reason: string };
const SHOWN = 4;

/** Lists the refused files, grouped by the reason. */
export function Refusals({
	refusals,
	onClose,
}: {
	refusals: readonly Refusal[];
	onClose: () => void;
}) {
	const t = useTexts();
	if (refusals.length === 0) return null;
	const byReason = [...Map.groupBy(refusals, ({ reason }) => reason)];
	return (
		<Alert
			tone="warning"
			live
			title={
				<span className="flex items-start justify-between gap-3">
					{t("upload.refusedTitle", { n: refusals.length })}
					<button
						type="button"
						className="btn btn-ghost btn-square btn-sm -my-1 -me-1"
						aria-label={t("upload.close")}
						onClick={onClose}
					>
						<Icon of={X} size={18} />
					</button>
				</span>
			}
		>
			<ul className="mt-1 flex flex-col gap-2">
				{byReason.map(([reason, files]) => (
					<li key={reason}>
						<p className="font-medium break-all">
							{files
								.slice(0, SHOWN)
								.map(({ name }) => name)
								.join(", ")}{" "}
							{files.length > SHOWN && t("upload.refusedMore", { n: files.length - SHOWN })}
						</p>
						<p className="text-muted">{reason}</p>
					</li>
				))}
			</ul>
		</Alert>
	);
}
