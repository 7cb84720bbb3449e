import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fileOf, shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { fetchShare } from "../../lib/server/queries/share-response.ts";
import { show } from "../../test/render.tsx";
import { loadLateParts } from "./late-parts.ts";
import { SharePage } from "./share-page.tsx";

vi.mock("../../lib/buying/purchase-events.ts", () => ({
	onPurchase: () => () => undefined,
	storedBuyerEmail: () => null,
}));
vi.mock("../../lib/server/queries/share-response.ts", () => ({ fetchShare: vi.fn() }));

const note = fileOf({ originalName: "a.txt", mimeType: "text/plain", preview: null });
const page = shareOf([note]);

test("replaces files' names with links once an open page is paid for", async () => {
	await loadLateParts(page, "");
	const shown = show(<SharePage slug="slug" search="" inlined={{ page }} ClipStart={() => null} />);
	// Must be there immediately, since hydration takes over the server's HTML.
	expect(shown.getByRole("heading", { name: "Files" })).toBeTruthy();
	expect(shown.getByText("a.txt")).toBeTruthy();
	expect(shown.queryByRole("link", { name: "Download a.txt" })).toBeNull();
	vi.mocked(fetchShare).mockResolvedValue(shareOf([note], { isPaid: true }));
	await act(async () => window.dispatchEvent(new Event("focus")));
	expect((await shown.findByRole("link", { name: "Download a.txt" })).getAttribute("href")).toBe(
		`/api/files/${note.id}/download`,
	);
	expect(shown.getAllByText("a.txt")).toHaveLength(1);
});
