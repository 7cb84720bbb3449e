import { expect, test } from "vitest";
import { SessionProvider } from "../../lib/session/session.tsx";
import { show } from "../../test/render.tsx";
import { SettingsPage } from "./settings-page.tsx";

test("leads back to the dashboard", () => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	const { getByText } = show(
		<SessionProvider>
			<SettingsPage />
		</SessionProvider>,
		{ at: "/settings/page", responses: { "/api/user": { id: "ada" } } },
	);
	expect(getByText("Back to Dashboard").closest("a")?.getAttribute("href")).toBe("/dashboard");
});
