import { useState } from "react";
import type { Discount } from "../../../worker/contract/catalogue/discounts.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { deleteDiscount } from "../../lib/server/queries/discounts.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

export function DeleteDialog({
	discount: { id, code },
	onClose,
}: {
	discount: Discount;
	onClose: () => void;
}) {
	const t = useTexts();
	const [pending, setPending] = useState(false);
	const [failed, setFailed] = useState<string | null>(null);
	async function remove() {
		setPending(true);
		setFailed(null);
		try {
			await deleteDiscount(id);
			toast({ tone: "good", title: t("discounts.deleted", { code }) });
			onClose();
		} catch (error) {
			setFailed(failureText(error, t("discounts.tryAgain")));
			setPending(false);
		}
	}
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("discounts.deleteTitle", { code })}
			closeLabel={t("discounts.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("discounts.cancel")}</Button>
					<Button tone="danger" pending={pending && t("discounts.deleting")} onClick={remove}>
						{t("discounts.delete")}
					</Button>
				</>
			}
		>
			<p>{t("discounts.deleteText")}</p>
			<p className="mt-3 text-muted">{t("discounts.deleteKeeps")}</p>
			{failed && (
				<Alert tone="danger" live className="mt-4" title={t("discounts.failed")}>
					{failed}
				</Alert>
			)}
		</Dialog>
	);
}
