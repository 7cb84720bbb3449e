import { Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SessionProvider } from "../lib/session/session.tsx";
import { show } from "../test/render.tsx";
import { Protected } from "./protected.tsx";

const signedIn = (value: string) => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = `signed_in=${value}`;
};
beforeEach(() => signedIn("1"));
afterEach(() => signedIn("0"));

function SignIn() {
	const { state } = useLocation();
	return <p>Sign in to see {state.from}</p>;
}

const open = (at: string, user?: unknown) =>
	show(
		<SessionProvider>
			<Routes>
				<Route element={<Protected />}>
					<Route path="/settings" element={<p>Your settings</p>} />
				</Route>
				<Route path="/auth" element={<SignIn />} />
			</Routes>
		</SessionProvider>,
		{ at, responses: user === undefined ? {} : { "/api/user": user } },
	);

test("shows a protected screen to a signed-in creator", () => {
	open("/settings", { id: "ada" }).getByText("Your settings");
});

test("shows neither the screen nor the sign-in while the session loads", () => {
	const { queryByText, getByText } = open("/settings");
	expect(queryByText("Your settings")).toBeNull();
	expect(queryByText(/^Sign in/)).toBeNull();
	getByText("Loading");
});

test("leads a visitor to the sign-in, which returns them to the screen", () => {
	open("/settings?tab=payment", null).getByText("Sign in to see /settings?tab=payment");
});
