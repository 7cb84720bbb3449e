import { useState } from "react";

/** Denies a program's request; the form shows a failure. */
export function useDenial(send: () => Promise<void>, onFailure: (error: unknown) => void) {
	const [denying, setDenying] = useState(false);
	async function deny() {
		setDenying(true);
		onFailure(null);
		try {
			await send();
		} catch (error) {
			onFailure(error);
		} finally {
			setDenying(false);
		}
	}
	return { denying, deny };
}
