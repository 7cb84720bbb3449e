import { editShare } from "../../lib/server/queries/shares.ts";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { undoChange } from "./delayed-changes.ts";
import { useTexts } from "./texts.ts";

/** Sells a stopped share again. */
export function useResumption(slug: string) {
	const t = useTexts();
	return useAction(async () => {
		const undone = undoChange(slug);
		if (undone !== true) {
			// Or the stop might be carried out last.
			await undone;
			await editShare(slug, { selling: true });
		}
		toast({ tone: "good", title: t("dashboard.resumed") });
	}, t("dashboard.changeFailed"));
}
