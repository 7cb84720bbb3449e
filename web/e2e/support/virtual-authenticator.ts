import type { Page } from "@playwright/test";

/** Adds an authenticator that verifies its user only during `answering`. */
export async function addAuthenticator(page: Page) {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("WebAuthn.enable");
	const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: false,
		},
	});
	return {
		/** The user confirms whatever the browser asks for. */
		async answering(work: () => Promise<unknown>) {
			const set = (enabled: boolean) =>
				cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
			await set(true);
			await work();
			await set(false);
		},
		async countPasskeys(): Promise<number> {
			return (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
		},
	};
}
