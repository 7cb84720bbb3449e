import { useState } from "react";
import type { Discount } from "../../../worker/contract/catalogue/discounts.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { switchDiscount } from "../../lib/server/queries/discounts.ts";
import { CheckField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** Optimistic: shows the new state while it is being saved. */
export function ActiveSwitch({ discount: { id, code, active } }: { discount: Discount }) {
	const t = useTexts();
	const [wanted, setWanted] = useState<boolean | null>(null);
	async function change(next: boolean) {
		setWanted(next);
		try {
			await switchDiscount(id, next);
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("discounts.failed"),
				text: failureText(error, t("discounts.tryAgain")),
			});
		} finally {
			setWanted(null);
		}
	}
	return (
		<CheckField
			role="switch"
			label={t("discounts.activeOf", { code })}
			labelClass="sr-only"
			className="max-md:-me-3"
			checked={wanted ?? active}
			onChange={(event) => {
				if (wanted === null) void change(event.target.checked);
			}}
		/>
	);
}
