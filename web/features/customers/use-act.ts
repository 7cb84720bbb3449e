import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { useTexts } from "./texts.ts";

export function useAct(onChanged: () => Promise<unknown>) {
	const t = useTexts();
	return useAction(async (work: () => Promise<unknown>, title: string, text?: string) => {
		await work();
		await onChanged();
		toast({ tone: "good", title, text });
	}, t("customers.failed"));
}
