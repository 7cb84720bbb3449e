import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { Screen } from "./frame.tsx";

test("says that the connection is lost until it is back", () => {
	const { queryByText, getByText } = show(<Screen pageKey="terms">Terms</Screen>);
	const change = (type: "offline" | "online") => {
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(type === "online");
		act(() => void window.dispatchEvent(new Event(type)));
	};
	change("offline");
	getByText(/^You’re offline\./);
	change("online");
	expect(queryByText(/^You’re offline\./)).toBeNull();
});
