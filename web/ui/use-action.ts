import { useState } from "react";
import { serverText } from "../lib/i18n/server-texts.ts";
import { toast, toastFailure } from "./toast.ts";

/** `run` returns false if the action failed, after a toast; `fallback` replaces its text if the server sent none. */
export function useAction<Args extends unknown[]>(
	action: (...args: Args) => Promise<unknown>,
	failed: string,
	fallback?: string,
) {
	const [pending, setPending] = useState(false);
	return {
		pending,
		async run(...args: Args): Promise<boolean> {
			if (pending) return false;
			setPending(true);
			try {
				await action(...args);
				return true;
			} catch (error) {
				if (fallback === undefined) toastFailure(failed, error);
				else toast({ tone: "destructive", title: failed, text: serverText(error, fallback) });
				return false;
			} finally {
				setPending(false);
			}
		},
	};
}
