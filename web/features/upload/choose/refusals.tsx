import X from "icons:x";
import { useEffect, useRef } from "react";
import { Alert } from "../../../ui/alert.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";

export type Refusal = { name: string; reason: string };
const SHOWN = 4;

const namesOf = (files: readonly Refusal[]) => files.map(({ name }) => name).join(", ");

export function Refusals({
	refusals,
	onClose,
}: {
	refusals: readonly Refusal[];
	onClose: () => void;
}) {
	const t = useTexts();
	const list = useRef<HTMLDivElement>(null);
	// The area above may fill a phone's screen.
	useEffect(() => {
		if (refusals.length > 0) list.current?.scrollIntoView({ block: "nearest" });
	}, [refusals]);
	if (refusals.length === 0) return null;
	const byReason = [...Map.groupBy(refusals, ({ reason }) => reason)];
	return (
		<div ref={list} className="scroll-my-4">
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
							<p className="font-medium wrap-anywhere">{namesOf(files.slice(0, SHOWN))}</p>
							{files.length > SHOWN && (
								<Fold
									className="font-medium wrap-anywhere"
									title={t("upload.refusedMore", { n: files.length - SHOWN })}
								>
									{namesOf(files.slice(SHOWN))}
								</Fold>
							)}
							<p className="text-muted">{reason}</p>
						</li>
					))}
				</ul>
			</Alert>
		</div>
	);
}
