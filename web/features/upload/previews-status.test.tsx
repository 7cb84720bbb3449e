import { beforeEach, expect, test, vi } from "vitest";
import type {
	MissingPreviews,
	PreviewFailure,
} from "../../../worker/files/previews/contract/previews.ts";
import { show } from "../../test/render.tsx";
import { PreviewsStatus } from "./previews-status.tsx";

let data: MissingPreviews;
vi.mock("../../lib/server/queries/missing-previews.ts", () => ({
	useMissingPreviews: () => ({ data }),
}));
vi.mock("../../lib/session/session.tsx", () => ({ useCreator: () => ({ suspended: false }) }));
vi.mock("./use-owner.ts", () => ({ useOwner: () => ({ id: "ada", name: "Ada" }) }));
vi.mock("./missing-previews.ts", () => ({
	isDue: () => false,
	useIsMaking: () => false,
	keepMaking: () => () => {},
	makeMissingPreviews: async () => {},
}));

/** A share of four files, with these missing a preview. */
const missing = (
	...files: [string, PreviewFailure | null][]
): MissingPreviews["shares"][number] => ({
	shareId: "s1",
	title: "Dunes",
	preview: { images: "blur", clip: "30" },
	made: 4 - files.length,
	total: 4,
	files: files.map(([id, failure]) => ({ id, name: `${id}.wav`, size: 5, failure })),
});
beforeEach(() => localStorage.clear());

test("failures are hidden for those files until there is another one", async () => {
	data = { shares: [missing(["a", "slow"], ["b", "unreadable"])] };
	const first = show(<PreviewsStatus slug="s1" />);
	first.getByText("2 previews couldn’t be made");
	await first.user.click(first.getByRole("button", { name: "Hide this notice" }));
	expect(first.container.textContent).toBe("");
	first.unmount();

	// Stored for the next visit; files that have a preview by now are forgotten.
	const second = show(<PreviewsStatus slug="s1" />);
	expect(second.container.textContent).toBe("");
	second.unmount();

	data = { shares: [missing(["a", "slow"], ["c", "refused"])] };
	const third = show(<PreviewsStatus slug="s1" />);
	third.getByText("1 preview couldn’t be made");
	expect(third.queryByText(/a\.wav/)).toBeNull();
	await third.user.click(third.getByRole("button", { name: "Hide this notice" }));
	expect(third.container.textContent).toBe("");
	third.unmount();

	// Another reason makes it another failure.
	data = { shares: [missing(["a", "undecodable"], ["b", "unreadable"], ["c", "refused"])] };
	show(<PreviewsStatus slug="s1" />).getByText("2 previews couldn’t be made");
});

test("shows untried previews next to hidden failures, without a button to hide them", async () => {
	data = { shares: [missing(["a", "slow"])] };
	const first = show(<PreviewsStatus slug="s1" />);
	await first.user.click(first.getByRole("button", { name: "Hide this notice" }));
	first.unmount();
	data = { shares: [missing(["a", "slow"], ["b", null])] };
	const second = show(<PreviewsStatus slug="s1" />);
	second.getByText("Making previews: 2 of 4");
	expect(second.queryByRole("button", { name: "Hide this notice" })).toBeNull();
});

test("says nothing about other shares", () => {
	data = { shares: [missing(["a", "slow"])] };
	expect(show(<PreviewsStatus slug="s2" />).container.textContent).toBe("");
});
