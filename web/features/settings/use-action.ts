import { useState } from "react";
import { serverText } from "../../lib/i18n/server-texts.ts";
import { toast } from "../../ui/toast.ts";

/** One call at a time; a failure becomes a toast with the server's message or `fallback`. */
export function useAction(
	action: () => Promise<void>,
	failed: { title: string; fallback: string },
): { pending: boolean; run: () => Promise<void> } {
	const [pending, setPending] = useState(false);
	return {
		pending,
		async run() {
			if (pending) return;
			setPending(true);
			try {
				await action();
			} catch (error) {
				toast({
					tone: "destructive",
					title: failed.title,
					text: serverText(error, failed.fallback),
				});
			} finally {
				setPending(false);
			}
		},
	};
}
