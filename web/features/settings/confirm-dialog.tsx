import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTexts } from "./texts.ts";
import { useAction } from "./use-action.ts";

type Props = {
	title: string;
	/** the button's label */
	action: string;
	tone?: "primary" | "danger";
	/** title of the toast when `onConfirm` throws */
	failed: string;
	onConfirm: () => Promise<void>;
	onClose: () => void;
	children: ReactNode;
};

/** For actions that can't be undone. Closes once `onConfirm` has succeeded. */
export function ConfirmDialog({ title, onClose, ...body }: Props) {
	const t = useTexts();
	return (
		<Dialog open onClose={onClose} title={title} closeLabel={t("settings.close")}>
			<ConfirmBody {...body} />
		</Dialog>
	);
}

/** For a dialog that shows something else afterwards. */
export function ConfirmBody({
	action,
	tone = "danger",
	failed,
	onConfirm,
	children,
}: Omit<Props, "title" | "onClose">) {
	const t = useTexts();
	const { pending, run } = useAction(onConfirm, {
		title: failed,
		fallback: t("settings.tryAgain"),
	});
	return (
		<div className="flex flex-col gap-5">
			{children}
			<Button tone={tone} pending={pending && t("settings.totpWorking")} onClick={run}>
				{action}
			</Button>
		</div>
	);
}
