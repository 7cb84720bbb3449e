import { useState } from "react";

/** Refuses what a program asks for; a failure is passed on, to be said in the form. */
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
