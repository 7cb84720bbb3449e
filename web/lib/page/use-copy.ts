import { useEffect, useRef, useState } from "react";

const COPIED_MS = 2_000;

/** `copied` is true for two seconds. `copy` returns false if the browser refused. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
	const [copied, setCopied] = useState(false);
	const timer = useRef<number>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	return {
		copied,
		async copy(text) {
			try {
				await navigator.clipboard.writeText(text);
			} catch {
				return false;
			}
			setCopied(true);
			clearTimeout(timer.current);
			timer.current = window.setTimeout(() => setCopied(false), COPIED_MS);
			return true;
		},
	};
}
