import { useState } from "react";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** Runs an action, reports the result, and refetches the customer. */
export function useAct(onChanged: () => Promise<unknown>) {
	const t = useTexts();
	const [pending, setPending] = useState(false);

	async function act(work: () => Promise<unknown>, title: string, text?: string): Promise<boolean> {
		setPending(true);
		try {
			await work();
			await onChanged();
			toast({ tone: "good", title, ...(text && { text }) });
			return true;
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("customers.failed"),
				text: failureText(error, t("customers.tryAgain")),
			});
			return false;
		} finally {
			setPending(false);
		}
	}
	return { pending, act };
}
